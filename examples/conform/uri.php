<?php
// PHP's classes of RFC 3986 and of the WHATWG, which PHP 8.5 brings.
//
// uri-lineage conform rfc3986:URI-reference -- php examples/conform/uri.php Uri\\Rfc3986\\Uri
// uri-lineage conform whatwg -- php examples/conform/uri.php Uri\\WhatWg\\Url
$class = $argv[1] ?? "Uri\\Rfc3986\\Uri";
if (!class_exists($class)) {
    fwrite(STDERR, "PHP " . PHP_VERSION . " has no class $class: PHP 8.5 has it\n");
    exit(2);
}
while (($line = fgets(STDIN)) !== false) {
    $url = $class::parse(json_decode($line));
    $answer = ["valid" => $url !== null];
    if ($url instanceof Uri\Rfc3986\Uri) {
        // The raw components, before escapes are decoded.
        $answer += ["scheme" => $url->getRawScheme(), "user" => $url->getRawUserInfo(), "host" => $url->getRawHost(),
            "path" => $url->getRawPath(), "query" => $url->getRawQuery(), "fragment" => $url->getRawFragment()];
    } elseif ($url !== null) {
        $answer += ["scheme" => $url->getScheme(), "host" => $url->getAsciiHost(), "path" => $url->getPath(),
            "query" => $url->getQuery(), "fragment" => $url->getFragment()];
    }
    echo json_encode($answer, JSON_UNESCAPED_SLASHES | JSON_INVALID_UTF8_SUBSTITUTE), "\n";
    fflush(STDOUT);
}
