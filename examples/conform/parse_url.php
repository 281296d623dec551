<?php
// PHP's parse_url, "not meant to validate the given URL".
//
// uri-lineage conform rfc3986 -- php examples/conform/parse_url.php
while (($line = fgets(STDIN)) !== false) {
    $url = parse_url(json_decode($line));
    $answer = ["valid" => $url !== false];
    if ($url !== false) {
        $user = isset($url["pass"]) ? $url["user"] . ":" . $url["pass"] : $url["user"] ?? null;
        $answer += ["scheme" => $url["scheme"] ?? null, "user" => $user, "host" => $url["host"] ?? null,
            "port" => $url["port"] ?? null, "path" => $url["path"] ?? null, "query" => $url["query"] ?? null,
            "fragment" => $url["fragment"] ?? null];
    }
    // Bytes that parse_url replaces within a character are no UTF-8.
    echo json_encode($answer, JSON_UNESCAPED_SLASHES | JSON_INVALID_UTF8_SUBSTITUTE), "\n";
    fflush(STDOUT);
}
