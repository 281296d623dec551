//! The checks of URLs that programs often make, with URLs that pass them and reach another host, and
//! with patterns that are safe.

use maud::{Markup, html};

use super::layout::{Links, prose, witness};
use crate::browser;

/// A check of a URL against `example.com`.
struct CommonCheck {
    /// As it is written in a program.
    code: &'static str,
    /// The same as options of `bypass`.
    options: &'static str,
    /// URLs that pass it and reach another host, each with what makes it pass.
    passed: &'static [(&'static str, &'static str)],
}

const CHECKS: [CommonCheck; 4] = [
    CommonCheck {
        code: "url.startsWith(\"https://example.com\")",
        options: "--filter-prefix https://example.com",
        passed: &[
            ("https://example.com@a", "the name is the user information, and the host follows the `@`"),
            ("https://example.coma", "the host begins with the name and goes on"),
            ("https://example.com.", "a dot at the end makes another name"),
        ],
    },
    CommonCheck {
        code: "/^https:\\/\\/example.com\\//.test(url)",
        options: "--filter-regex '^https://example.com/' --anywhere",
        passed: &[
            ("https://exampleacom/", "a dot in a pattern stands for any character"),
            ("https://example\\com/", "a backslash ends the host for browsers"),
            ("https://example#com/", "the host ends at the number sign"),
            ("https://example\tcom/", "browsers remove the tab"),
        ],
    },
    CommonCheck {
        code: "url.includes(\"https://example.com/\")",
        options: "--filter-regex 'https://example\\.com/' --anywhere",
        passed: &[
            ("http:https://example.com/", "the name is in the path"),
            ("http:a?https://example.com/", "the name is in the query"),
            ("http:a#https://example.com/", "the name is in the fragment"),
        ],
    },
    CommonCheck {
        code: "url.endsWith(\".example.com\")",
        options: "--filter-regex '\\.example\\.com$' --anywhere",
        passed: &[
            ("http:a/.example.com", "the name is in the path"),
            ("http:a?.example.com", "the name is in the query"),
            ("http:a#.example.com", "the name is in the fragment"),
        ],
    },
];

/// Patterns that no URL passes without reaching the host, or a host below it, each with the hosts as an
/// option of `bypass`.
const SAFE: [(&str, &str); 2] = [
    (r"^https://example\.com(?:[/?#][!-~]*)?$", "example.com"),
    (r"^https://(?:[a-z]+\.)*example\.com(?:[/?#][!-~]*)?$", "example.com,*.example.com"),
];

/// The section of the page.
pub fn section() -> Markup {
    html! {
        section aria-labelledby="checks" {
            h2 #checks { "Checks that programs often make" }
            p {
                "Each of them means to allow " code { "https://example.com" } " alone. Beside it are URLs that pass it and lead a browser elsewhere, \
                 one for each cause. " code { "uri-lineage bypass" } " finds the causes for every check, and says so if there is none."
            }
            div.wide {
                table.splits {
                    thead { tr { @for head in ["check", "URL that passes", "the browser reads the host", "why it passes"] { th scope="col" { (head) } } } }
                    tbody {
                        @for CommonCheck { code, passed, .. } in &CHECKS {
                            @for (number, (url, why)) in passed.iter().enumerate() {
                                tr {
                                    @if number == 0 { th scope="row" rowspan=(passed.len()) { code { (code) } } }
                                    td { (witness(Links::TOP, url)) }
                                    td { code { (browser::host(url)) } }
                                    td { (prose(why)) }
                                }
                            }
                        }
                    }
                }
            }
            h3 { "Patterns that are safe" }
            p { "For these, " code { "uri-lineage bypass" } " decides that no URL passes and leads a browser to another host. DNS and redirects are outside." }
            @for (number, (pattern, hosts)) in SAFE.iter().enumerate() {
                p { code id=(format!("safe-{number}")) { (pattern) } " " button.copy type="button" value=(format!("safe-{number}")) hidden { "Copy" } " for " code { (hosts) } }
            }
            h3 #own { "Your own check" }
            p { "It is decided by the program, which needs a few seconds:" }
            form.own hidden {
                label for="own-kind" { "The check " }
                select #own-kind { option value="regex" { "matches the pattern" } option value="prefix" { "begins with" } option value="rfc3986" { "reads the host by RFC 3986" } }
                " " label.words for="own-text" { "Its text" } input #own-text value=(r"^https://([a-z]+\.)?example.com/") spellcheck="false" autocapitalize="off";
                " " label for="own-hosts" { "and allows " } input #own-hosts value="example.com,*.example.com" spellcheck="false" autocapitalize="off";
            }
            p { code #command { "uri-lineage bypass " (CHECKS[0].options) " --allow example.com" } " " button.copy type="button" value="command" hidden { "Copy" } }
            p { "With " code { "--fix regex" } " (or " code { "python" } ", " code { "javascript" } ", " code { "rust" } ") it writes the largest filter that is safe." }
        }
    }
}

#[cfg(test)]
mod tests {
    use uri_lineage::Grammar;
    use uri_lineage::language::{Client, Targets};
    use uri_lineage::regular_bnf::Language;

    use super::*;

    fn targets(hosts: &str) -> Targets {
        Targets { hosts: hosts.parse().unwrap(), are_allowed: true, ..Targets::default() }
    }

    /// The pattern of a check, from its options.
    fn pattern(options: &str) -> Language {
        let pattern = match options.strip_prefix("--filter-prefix ") {
            Some(prefix) => format!("^{}", prefix.replace('.', r"\.")),
            None => options.split('\'').nth(1).unwrap().to_owned(),
        };
        Language::matching(&pattern).unwrap()
    }

    #[test]
    fn each_url_passes_its_check_and_reaches_another_host() {
        let (targets, client) = (targets("example.com"), Client::new(Grammar::Whatwg).unwrap());
        for CommonCheck { code, options, passed } in &CHECKS {
            let pattern = pattern(options);
            for (url, _) in *passed {
                assert!(pattern.contains(url), "{code}: {url}");
                assert!(targets.are_missed_by(&client, url), "{code}: {url}");
            }
        }
    }

    #[test]
    fn nothing_passes_the_safe_patterns_and_reaches_another_host() {
        let client = Client::new(Grammar::Whatwg).unwrap();
        for (pattern, hosts) in SAFE {
            let pattern = Language::matching(pattern).unwrap();
            assert!(pattern.contains("https://example.com/a?b#c"));
            assert!(targets(hosts).bypasses(&pattern, &[], &client).unwrap().is_empty(), "{hosts}");
        }
    }
}
