// Made from `grammar/url-draft-02.pest` by `src/language/generate.rs`. A unit test keeps it fresh: do not edit it.

use super::run::*;
use crate::rule::Rule;

pub(super) const ENTRIES: &[Entry] = &[
    Entry { rule: Rule::prefixedurl, run: Run::Spans(take_prefixedurl) },
    Entry { rule: Rule::fragmentaddress, run: Run::Spans(take_fragmentaddress) },
    Entry { rule: Rule::uri, run: Run::Spans(take_uri) },
    Entry { rule: Rule::url, run: Run::Spans(take_url) },
    Entry { rule: Rule::generic, run: Run::Spans(take_generic) },
    Entry { rule: Rule::scheme, run: Run::Spans(take_scheme) },
    Entry { rule: Rule::httpaddress, run: Run::Spans(take_httpaddress) },
    Entry { rule: Rule::ftpaddress, run: Run::Spans(take_ftpaddress) },
    Entry { rule: Rule::afsaddress, run: Run::Spans(take_afsaddress) },
    Entry { rule: Rule::newsaddress, run: Run::Spans(take_newsaddress) },
    Entry { rule: Rule::nntpaddress, run: Run::Spans(take_nntpaddress) },
    Entry { rule: Rule::mailtoaddress, run: Run::Spans(take_mailtoaddress) },
    Entry { rule: Rule::waisaddress, run: Run::Spans(take_waisaddress) },
    Entry { rule: Rule::waisindex, run: Run::Spans(take_waisindex) },
    Entry { rule: Rule::waisdoc, run: Run::Spans(take_waisdoc) },
    Entry { rule: Rule::groupart, run: Run::Spans(take_groupart) },
    Entry { rule: Rule::group, run: Run::Spans(take_group) },
    Entry { rule: Rule::article, run: Run::Spans(take_article) },
    Entry { rule: Rule::database, run: Run::Spans(take_database) },
    Entry { rule: Rule::wtype, run: Run::Spans(take_wtype) },
    Entry { rule: Rule::prosperoaddress, run: Run::Spans(take_prosperoaddress) },
    Entry { rule: Rule::prosperolink, run: Run::Spans(take_prosperolink) },
    Entry { rule: Rule::hsoname, run: Run::Spans(take_hsoname) },
    Entry { rule: Rule::version, run: Run::Spans(take_version) },
    Entry { rule: Rule::attributes, run: Run::Spans(take_attributes) },
    Entry { rule: Rule::attribute, run: Run::Spans(take_attribute) },
    Entry { rule: Rule::telnetaddress, run: Run::Spans(take_telnetaddress) },
    Entry { rule: Rule::gopheraddress, run: Run::Spans(take_gopheraddress) },
    Entry { rule: Rule::login, run: Run::Spans(take_login) },
    Entry { rule: Rule::hostport, run: Run::Spans(take_hostport) },
    Entry { rule: Rule::host, run: Run::Spans(take_host) },
    Entry { rule: Rule::cellname, run: Run::Spans(take_cellname) },
    Entry { rule: Rule::hostname, run: Run::Spans(take_hostname) },
    Entry { rule: Rule::hostnumber, run: Run::Spans(take_hostnumber) },
    Entry { rule: Rule::port, run: Run::Spans(take_port) },
    Entry { rule: Rule::selector, run: Run::Spans(take_selector) },
    Entry { rule: Rule::path, run: Run::Spans(take_path) },
    Entry { rule: Rule::search, run: Run::Spans(take_search) },
    Entry { rule: Rule::user, run: Run::Spans(take_user) },
    Entry { rule: Rule::password, run: Run::Spans(take_password) },
    Entry { rule: Rule::fragmentid, run: Run::Spans(take_fragmentid) },
    Entry { rule: Rule::gtype, run: Run::Spans(take_gtype) },
    Entry { rule: Rule::xalpha, run: Run::Class(skip_xalpha) },
    Entry { rule: Rule::xalphas, run: Run::Spans(take_xalphas) },
    Entry { rule: Rule::xpalpha, run: Run::Class(skip_xpalpha) },
    Entry { rule: Rule::xpalphas, run: Run::Spans(take_xpalphas) },
    Entry { rule: Rule::ialpha, run: Run::Spans(take_ialpha) },
    Entry { rule: Rule::alpha, run: Run::Class(skip_alpha) },
    Entry { rule: Rule::digit, run: Run::Class(skip_digit) },
    Entry { rule: Rule::safe, run: Run::Class(skip_safe) },
    Entry { rule: Rule::extra, run: Run::Class(skip_extra) },
    Entry { rule: Rule::escape, run: Run::Class(skip_escape) },
    Entry { rule: Rule::hex, run: Run::Class(skip_hex) },
    Entry { rule: Rule::digits, run: Run::Spans(take_digits) },
    Entry { rule: Rule::alphanum, run: Run::Class(skip_alphanum) },
    Entry { rule: Rule::alphanums, run: Run::Spans(take_alphanums) },
];

static C0: Set = set(0xfffffffffffffffffffffff7ffffffff, true);
static C1: Set = set(0x800000000000000000000000000000, false);
static C2: Set = set(0x7fffffe87ffffff0fff7fd700000000, false);
static C3: Set = set(0x7e0000007e03ff000000000000, false);
static C4: Set = set(0x7fffffe87ffffff0fff7ff700000000, false);
static C5: Set = set(0x7fffffe07fffffe0000000000000000, false);
static C6: Set = set(0x7fffffe87ffffff0fff3ff700000000, false);
static C7: Set = set(0x7fffffe07fffffe03ff000000000000, false);
static C8: Set = set(0x3ff000000000000, false);
static C9: Set = set(0x7fffffe87ffffff0fffffd700000000, false);
static C10: Set = set(0x7fffffe87ffffff0fff77f700000000, false);
static C11: Set = set(0x800000010000685000000000, false);
static C12: Set = set(0xc00178700000000, false);
static C13: Set = set(0x7fffffe87ffffff0bff7fd700000000, false);
static C14: Set = set(0x7fffffe87ffffff0fff3fd700000000, false);
static C15: Set = set(0x400000000000000, false);
static C16: Set = set(0x7fffffe87ffffff0bff3fd700000000, false);
static C17: Set = set(0x7fffffe87fffffe0fff7fd700000000, false);
static C18: Set = set(0x10000000000000000, false);
static C19: Set = set(0x7fffffe87ffffff0fff77d700000000, false);

fn take_prefixedurl(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let place = out.open();
    let end = 'l1: {
        let at = step!('l1, literal(s, at, b"url:"));
        take_url(s, at, out)
    };
    out.close(place, Rule::prefixedurl, at, end)
}

fn take_fragmentaddress(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let place = out.open();
    let end = 'l1: {
        let at = step!('l1, take_uri(s, at, out));
        'l2: {
            attempt!('l2, out, 'l3: {
                let at = step!('l3, byte(s, at, b'#'));
                take_fragmentid(s, at, out)
            });
            at
        }
    };
    out.close(place, Rule::fragmentaddress, at, end)
}

fn take_uri(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let place = out.open();
    let end = take_url(s, at, out);
    out.close(place, Rule::uri, at, end)
}

fn take_url(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let place = out.open();
    let end = match s.get(at) {
        Some(b'A'..=b'Z' | b'a'..=b'e' | b'i'..=b'l' | b'o' | b'q'..=b's' | b'u' | b'v' | b'x'..=b'z') => take_generic(s, at, out),
        Some(b'f') => 'l1: {
            attempt!('l1, out, 'l2: {
                let at = step!('l2, take_ftpaddress(s, at, out));
                only(at, (character(s, at, &C0)) == FAIL)
            });
            take_generic(s, at, out)
        },
        Some(b'g') => 'l3: {
            attempt!('l3, out, 'l4: {
                let at = step!('l4, take_gopheraddress(s, at, out));
                only(at, (character(s, at, &C0)) == FAIL)
            });
            take_generic(s, at, out)
        },
        Some(b'h') => 'l5: {
            attempt!('l5, out, 'l6: {
                let at = step!('l6, take_httpaddress(s, at, out));
                only(at, (character(s, at, &C0)) == FAIL)
            });
            take_generic(s, at, out)
        },
        Some(b'm') => 'l7: {
            attempt!('l7, out, 'l8: {
                let at = step!('l8, take_mailtoaddress(s, at, out));
                only(at, (character(s, at, &C0)) == FAIL)
            });
            take_generic(s, at, out)
        },
        Some(b'n') => 'l9: {
            attempt!('l9, out, 'l10: {
                let at = step!('l10, take_newsaddress(s, at, out));
                only(at, (character(s, at, &C0)) == FAIL)
            });
            attempt!('l9, out, 'l11: {
                let at = step!('l11, take_nntpaddress(s, at, out));
                only(at, (character(s, at, &C0)) == FAIL)
            });
            take_generic(s, at, out)
        },
        Some(b'p') => 'l12: {
            attempt!('l12, out, 'l13: {
                let at = step!('l13, take_prosperoaddress(s, at, out));
                only(at, (character(s, at, &C0)) == FAIL)
            });
            take_generic(s, at, out)
        },
        Some(b't') => 'l14: {
            attempt!('l14, out, 'l15: {
                let at = step!('l15, take_telnetaddress(s, at, out));
                only(at, (character(s, at, &C0)) == FAIL)
            });
            take_generic(s, at, out)
        },
        Some(b'w') => 'l16: {
            attempt!('l16, out, 'l17: {
                let at = step!('l17, take_waisaddress(s, at, out));
                only(at, (character(s, at, &C0)) == FAIL)
            });
            take_generic(s, at, out)
        },
        _ => FAIL,
    };
    out.close(place, Rule::url, at, end)
}

fn take_generic(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let place = out.open();
    let end = 'l1: {
        let at = step!('l1, take_scheme__before_colon(s, at, out));
        let at = step!('l1, byte(s, at, b':'));
        let at = step!('l1, take_path(s, at, out));
        'l2: {
            attempt!('l2, out, 'l3: {
                let at = step!('l3, byte(s, at, b'?'));
                take_search(s, at, out)
            });
            at
        }
    };
    out.close(place, Rule::generic, at, end)
}

fn take_scheme(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = skip_ialpha(s, at);
    out.leaf(Rule::scheme, at, end)
}

fn take_httpaddress(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let place = out.open();
    let end = 'l1: {
        let at = step!('l1, literal(s, at, b"http://"));
        let at = step!('l1, take_hostport(s, at, out));
        let at = step!('l1, 'l2: {
            attempt!('l2, out, 'l3: {
                let at = step!('l3, byte(s, at, b'/'));
                take_path(s, at, out)
            });
            at
        });
        'l4: {
            attempt!('l4, out, 'l5: {
                let at = step!('l5, byte(s, at, b'?'));
                take_search(s, at, out)
            });
            at
        }
    };
    out.close(place, Rule::httpaddress, at, end)
}

fn take_ftpaddress(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let place = out.open();
    let end = 'l1: {
        let at = step!('l1, literal(s, at, b"ftp://"));
        let at = step!('l1, take_login(s, at, out));
        let at = step!('l1, byte(s, at, b'/'));
        take_path(s, at, out)
    };
    out.close(place, Rule::ftpaddress, at, end)
}

fn take_afsaddress(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let place = out.open();
    let end = 'l1: {
        let at = step!('l1, literal(s, at, b"afs://"));
        let at = step!('l1, take_cellname(s, at, out));
        let at = step!('l1, byte(s, at, b'/'));
        take_path(s, at, out)
    };
    out.close(place, Rule::afsaddress, at, end)
}

fn take_newsaddress(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let place = out.open();
    let end = 'l1: {
        let at = step!('l1, literal(s, at, b"news:"));
        take_groupart(s, at, out)
    };
    out.close(place, Rule::newsaddress, at, end)
}

fn take_nntpaddress(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let place = out.open();
    let end = 'l1: {
        let at = step!('l1, literal(s, at, b"nntp:"));
        let at = step!('l1, take_group(s, at, out));
        let at = step!('l1, byte(s, at, b'/'));
        take_digits(s, at, out)
    };
    out.close(place, Rule::nntpaddress, at, end)
}

fn take_mailtoaddress(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let place = out.open();
    let end = 'l1: {
        let at = step!('l1, literal(s, at, b"mailto:"));
        let at = step!('l1, take_xalphas__before_hostname(s, at, out));
        let at = step!('l1, byte(s, at, b'@'));
        take_hostname(s, at, out)
    };
    out.close(place, Rule::mailtoaddress, at, end)
}

fn take_waisaddress(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let place = out.open();
    let end = 'l1: {
        if holds(s, at, &C1) {
            attempt!('l1, out, take_waisdoc(s, at, out));
        }
        take_waisindex(s, at, out)
    };
    out.close(place, Rule::waisaddress, at, end)
}

fn take_waisindex(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let place = out.open();
    let end = 'l1: {
        let at = step!('l1, literal(s, at, b"wais://"));
        let at = step!('l1, take_hostport(s, at, out));
        let at = step!('l1, byte(s, at, b'/'));
        let at = step!('l1, take_database(s, at, out));
        'l2: {
            attempt!('l2, out, 'l3: {
                let at = step!('l3, byte(s, at, b'?'));
                take_search(s, at, out)
            });
            at
        }
    };
    out.close(place, Rule::waisindex, at, end)
}

fn take_waisdoc(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let place = out.open();
    let end = 'l1: {
        let at = step!('l1, literal(s, at, b"wais://"));
        let at = step!('l1, take_hostport(s, at, out));
        let at = step!('l1, byte(s, at, b'/'));
        let at = step!('l1, take_database(s, at, out));
        let at = step!('l1, byte(s, at, b'/'));
        let at = step!('l1, take_wtype(s, at, out));
        let at = step!('l1, byte(s, at, b'/'));
        take_path(s, at, out)
    };
    out.close(place, Rule::waisdoc, at, end)
}

fn take_groupart(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let place = out.open();
    let end = 'l1: {
        attempt!('l1, 'l2: {
            let at = step!('l2, byte(s, at, b'*'));
            only(at, ('l3: {
                attempt!('l3, one(s, at, &C2));
                'l4: {
                    let at = step!('l4, byte(s, at, b'%'));
                    let at = step!('l4, one(s, at, &C3));
                    one(s, at, &C3)
                }
            }) == FAIL)
        });
        if holds(s, at, &C4) {
            attempt!('l1, out, take_article(s, at, out));
        }
        take_group(s, at, out)
    };
    out.close(place, Rule::groupart, at, end)
}

fn take_group(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    if !out.lists {
        return out.leaf(Rule::group, at, skip_group(s, at));
    }
    let place = out.open();
    let end = 'l1: {
        let at = step!('l1, take_ialpha__label(s, at, out));
        {
            let mut at = at;
            loop {
                at = again!(out, at, 'l2: {
                    let at = step!('l2, byte(s, at, b'.'));
                    'l3: {
                        if holds(s, at, &C5) {
                            attempt!('l3, out, take_ialpha__label(s, at, out));
                        }
                        if holds(s, at, &C6) {
                            attempt!('l3, out, take_xalphas__label(s, at, out));
                        }
                        at
                    }
                });
            }
        }
    };
    out.close(place, Rule::group, at, end)
}

fn skip_group(s: &[u8], at: usize) -> usize {
    'l1: {
        let at = step!('l1, skip_ialpha__label(s, at));
        {
            let mut at = at;
            loop {
                at = again!(at, 'l2: {
                    let at = step!('l2, byte(s, at, b'.'));
                    'l3: {
                        if holds(s, at, &C5) {
                            attempt!('l3, skip_ialpha__label(s, at));
                        }
                        if holds(s, at, &C6) {
                            attempt!('l3, skip_xalphas__label(s, at));
                        }
                        at
                    }
                });
            }
        }
    }
}

fn take_article(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let place = out.open();
    let end = 'l1: {
        let at = step!('l1, take_xalphas__before_host(s, at, out));
        let at = step!('l1, byte(s, at, b'@'));
        take_host(s, at, out)
    };
    out.close(place, Rule::article, at, end)
}

fn take_database(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = skip_xalphas(s, at);
    out.leaf(Rule::database, at, end)
}

fn take_wtype(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = skip_xalphas(s, at);
    out.leaf(Rule::wtype, at, end)
}

fn take_prosperoaddress(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let place = out.open();
    let end = take_prosperolink(s, at, out);
    out.close(place, Rule::prosperoaddress, at, end)
}

fn take_prosperolink(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let place = out.open();
    let end = 'l1: {
        let at = step!('l1, literal(s, at, b"prospero://"));
        let at = step!('l1, take_hostport(s, at, out));
        let at = step!('l1, byte(s, at, b'/'));
        let at = step!('l1, take_hsoname__before_version(s, at, out));
        'l2: {
            attempt!('l2, out, 'l3: {
                let at = step!('l3, literal(s, at, b"%00"));
                let at = step!('l3, take_version(s, at, out));
                'l4: {
                    if holds(s, at, &C7) {
                        attempt!('l4, out, take_attributes(s, at, out));
                    }
                    at
                }
            });
            at
        }
    };
    out.close(place, Rule::prosperolink, at, end)
}

fn take_hsoname(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let place = out.open();
    let end = take_path(s, at, out);
    out.close(place, Rule::hsoname, at, end)
}

fn take_version(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = 'l1: {
        let at = step!('l1, one(s, at, &C8));
        many(s, at, &C8)
    };
    out.leaf(Rule::version, at, end)
}

fn take_attributes(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let place = out.open();
    let end = take_attribute(s, at, out);
    out.close(place, Rule::attributes, at, end)
}

fn take_attribute(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = 'l1: {
        let at = step!('l1, one(s, at, &C7));
        many(s, at, &C7)
    };
    out.leaf(Rule::attribute, at, end)
}

fn take_telnetaddress(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let place = out.open();
    let end = 'l1: {
        let at = step!('l1, literal(s, at, b"telnet://"));
        take_login(s, at, out)
    };
    out.close(place, Rule::telnetaddress, at, end)
}

fn take_gopheraddress(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let place = out.open();
    let end = 'l1: {
        let at = step!('l1, literal(s, at, b"gopher://"));
        let at = step!('l1, take_hostport(s, at, out));
        let at = step!('l1, 'l2: {
            attempt!('l2, out, 'l3: {
                let at = step!('l3, byte(s, at, b'/'));
                let at = step!('l3, take_gtype(s, at, out));
                take_selector(s, at, out)
            });
            at
        });
        'l4: {
            attempt!('l4, out, 'l5: {
                let at = step!('l5, byte(s, at, b'?'));
                take_search(s, at, out)
            });
            at
        }
    };
    out.close(place, Rule::gopheraddress, at, end)
}

fn take_login(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let place = out.open();
    let end = 'l1: {
        if holds(s, at, &C4) {
            attempt!('l1, out, 'l2: {
                let at = step!('l2, take_user__before_host(s, at, out));
                let at = step!('l2, 'l3: {
                    attempt!('l3, out, 'l4: {
                        let at = step!('l4, byte(s, at, b':'));
                        take_password__before_host(s, at, out)
                    });
                    at
                });
                let at = step!('l2, byte(s, at, b'@'));
                take_hostport(s, at, out)
            });
        }
        take_hostport(s, at, out)
    };
    out.close(place, Rule::login, at, end)
}

fn take_hostport(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let place = out.open();
    let end = 'l1: {
        let at = step!('l1, take_host__before_port(s, at, out));
        'l2: {
            attempt!('l2, out, 'l3: {
                let at = step!('l3, byte(s, at, b':'));
                take_port(s, at, out)
            });
            at
        }
    };
    out.close(place, Rule::hostport, at, end)
}

fn take_host(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let place = out.open();
    let end = 'l1: {
        if holds(s, at, &C5) {
            attempt!('l1, out, take_hostname(s, at, out));
        }
        take_hostnumber(s, at, out)
    };
    out.close(place, Rule::host, at, end)
}

fn take_cellname(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let place = out.open();
    let end = take_hostname(s, at, out);
    out.close(place, Rule::cellname, at, end)
}

fn take_hostname(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    if !out.lists {
        return out.leaf(Rule::hostname, at, skip_hostname(s, at));
    }
    let place = out.open();
    let end = 'l1: {
        let at = step!('l1, take_ialpha__label(s, at, out));
        {
            let mut at = at;
            loop {
                at = again!(out, at, 'l2: {
                    let at = step!('l2, byte(s, at, b'.'));
                    'l3: {
                        if holds(s, at, &C5) {
                            attempt!('l3, out, take_ialpha__label(s, at, out));
                        }
                        if holds(s, at, &C6) {
                            attempt!('l3, out, take_xalphas__label(s, at, out));
                        }
                        at
                    }
                });
            }
        }
    };
    out.close(place, Rule::hostname, at, end)
}

fn skip_hostname(s: &[u8], at: usize) -> usize {
    'l1: {
        let at = step!('l1, skip_ialpha__label(s, at));
        {
            let mut at = at;
            loop {
                at = again!(at, 'l2: {
                    let at = step!('l2, byte(s, at, b'.'));
                    'l3: {
                        if holds(s, at, &C5) {
                            attempt!('l3, skip_ialpha__label(s, at));
                        }
                        if holds(s, at, &C6) {
                            attempt!('l3, skip_xalphas__label(s, at));
                        }
                        at
                    }
                });
            }
        }
    }
}

fn take_hostnumber(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = 'l1: {
        let at = step!('l1, one(s, at, &C8));
        let at = many(s, at, &C8);
        let at = step!('l1, byte(s, at, b'.'));
        let at = step!('l1, one(s, at, &C8));
        let at = many(s, at, &C8);
        let at = step!('l1, byte(s, at, b'.'));
        let at = step!('l1, one(s, at, &C8));
        let at = many(s, at, &C8);
        let at = step!('l1, byte(s, at, b'.'));
        let at = step!('l1, one(s, at, &C8));
        many(s, at, &C8)
    };
    out.leaf(Rule::hostnumber, at, end)
}

fn take_port(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = 'l1: {
        let at = step!('l1, one(s, at, &C8));
        many(s, at, &C8)
    };
    out.leaf(Rule::port, at, end)
}

fn take_selector(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let place = out.open();
    let end = take_path(s, at, out);
    out.close(place, Rule::selector, at, end)
}

fn take_path(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    if !out.lists {
        return out.leaf(Rule::path, at, skip_path(s, at));
    }
    let place = out.open();
    let end = 'l1: {
        let at = step!('l1, 'l2: {
            if holds(s, at, &C4) {
                attempt!('l2, out, take_xpalphas(s, at, out));
            }
            at
        });
        {
            let mut at = at;
            loop {
                at = again!(out, at, 'l3: {
                    let at = step!('l3, byte(s, at, b'/'));
                    'l4: {
                        if holds(s, at, &C4) {
                            attempt!('l4, out, take_xpalphas(s, at, out));
                        }
                        at
                    }
                });
            }
        }
    };
    out.close(place, Rule::path, at, end)
}

fn skip_path(s: &[u8], at: usize) -> usize {
    {
        let mut at = at;
        loop {
            at = many(s, at, &C9);
            at = again!(at, 'l1: {
                let at = step!('l1, byte(s, at, b'%'));
                let at = step!('l1, one(s, at, &C3));
                one(s, at, &C3)
            });
        }
    }
}

fn take_search(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    if !out.lists {
        return out.leaf(Rule::search, at, skip_search(s, at));
    }
    let place = out.open();
    let end = 'l1: {
        let at = step!('l1, only(at, ('l2: {
            attempt!('l2, one(s, at, &C2));
            'l3: {
                let at = step!('l3, byte(s, at, b'%'));
                let at = step!('l3, one(s, at, &C3));
                one(s, at, &C3)
            }
        }) != FAIL));
        let at = step!('l1, 'l4: {
            if holds(s, at, &C10) {
                attempt!('l4, out, take_xalphas__word(s, at, out));
            }
            at
        });
        {
            let mut at = at;
            loop {
                at = again!(out, at, 'l5: {
                    let at = step!('l5, byte(s, at, b'+'));
                    'l6: {
                        if holds(s, at, &C10) {
                            attempt!('l6, out, take_xalphas__word(s, at, out));
                        }
                        at
                    }
                });
            }
        }
    };
    out.close(place, Rule::search, at, end)
}

fn skip_search(s: &[u8], at: usize) -> usize {
    'l1: {
        let at = step!('l1, only(at, ('l2: {
            attempt!('l2, one(s, at, &C2));
            'l3: {
                let at = step!('l3, byte(s, at, b'%'));
                let at = step!('l3, one(s, at, &C3));
                one(s, at, &C3)
            }
        }) != FAIL));
        {
            let mut at = at;
            loop {
                at = many(s, at, &C2);
                at = again!(at, 'l4: {
                    let at = step!('l4, byte(s, at, b'%'));
                    let at = step!('l4, one(s, at, &C3));
                    one(s, at, &C3)
                });
            }
        }
    }
}

fn take_user(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = skip_xalphas(s, at);
    out.leaf(Rule::user, at, end)
}

fn take_password(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = skip_xalphas(s, at);
    out.leaf(Rule::password, at, end)
}

fn take_fragmentid(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = skip_xalphas(s, at);
    out.leaf(Rule::fragmentid, at, end)
}

fn take_gtype(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = 'l1: {
        attempt!('l1, one(s, at, &C2));
        'l2: {
            let at = step!('l2, byte(s, at, b'%'));
            let at = step!('l2, one(s, at, &C3));
            one(s, at, &C3)
        }
    };
    out.leaf(Rule::gtype, at, end)
}

fn skip_xalpha(s: &[u8], at: usize) -> usize {
    'l1: {
        attempt!('l1, one(s, at, &C2));
        'l2: {
            let at = step!('l2, byte(s, at, b'%'));
            let at = step!('l2, one(s, at, &C3));
            one(s, at, &C3)
        }
    }
}

fn skip_xalphas(s: &[u8], at: usize) -> usize {
    'l1: {
        let at = step!('l1, 'l2: {
            attempt!('l2, one(s, at, &C2));
            'l3: {
                let at = step!('l3, byte(s, at, b'%'));
                let at = step!('l3, one(s, at, &C3));
                one(s, at, &C3)
            }
        });
        {
            let mut at = at;
            loop {
                at = many(s, at, &C2);
                at = again!(at, 'l4: {
                    let at = step!('l4, byte(s, at, b'%'));
                    let at = step!('l4, one(s, at, &C3));
                    one(s, at, &C3)
                });
            }
        }
    }
}

fn take_xalphas(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = 'l1: {
        let at = step!('l1, 'l2: {
            attempt!('l2, one(s, at, &C2));
            'l3: {
                let at = step!('l3, byte(s, at, b'%'));
                let at = step!('l3, one(s, at, &C3));
                one(s, at, &C3)
            }
        });
        {
            let mut at = at;
            loop {
                at = many(s, at, &C2);
                at = again!(at, 'l4: {
                    let at = step!('l4, byte(s, at, b'%'));
                    let at = step!('l4, one(s, at, &C3));
                    one(s, at, &C3)
                });
            }
        }
    };
    out.leaf(Rule::xalphas, at, end)
}

fn skip_xpalpha(s: &[u8], at: usize) -> usize {
    'l1: {
        attempt!('l1, one(s, at, &C2));
        'l2: {
            let at = step!('l2, byte(s, at, b'%'));
            let at = step!('l2, one(s, at, &C3));
            one(s, at, &C3)
        }
    }
}

fn take_xpalphas(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = 'l1: {
        let at = step!('l1, 'l2: {
            attempt!('l2, one(s, at, &C2));
            'l3: {
                let at = step!('l3, byte(s, at, b'%'));
                let at = step!('l3, one(s, at, &C3));
                one(s, at, &C3)
            }
        });
        {
            let mut at = at;
            loop {
                at = many(s, at, &C2);
                at = again!(at, 'l4: {
                    let at = step!('l4, byte(s, at, b'%'));
                    let at = step!('l4, one(s, at, &C3));
                    one(s, at, &C3)
                });
            }
        }
    };
    out.leaf(Rule::xpalphas, at, end)
}

fn skip_ialpha(s: &[u8], at: usize) -> usize {
    'l1: {
        let at = step!('l1, one(s, at, &C5));
        {
            let mut at = at;
            loop {
                at = many(s, at, &C2);
                at = again!(at, 'l2: {
                    let at = step!('l2, byte(s, at, b'%'));
                    let at = step!('l2, one(s, at, &C3));
                    one(s, at, &C3)
                });
            }
        }
    }
}

fn take_ialpha(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = 'l1: {
        let at = step!('l1, one(s, at, &C5));
        {
            let mut at = at;
            loop {
                at = many(s, at, &C2);
                at = again!(at, 'l2: {
                    let at = step!('l2, byte(s, at, b'%'));
                    let at = step!('l2, one(s, at, &C3));
                    one(s, at, &C3)
                });
            }
        }
    };
    out.leaf(Rule::ialpha, at, end)
}

fn skip_alpha(s: &[u8], at: usize) -> usize {
    one(s, at, &C5)
}

fn skip_digit(s: &[u8], at: usize) -> usize {
    one(s, at, &C8)
}

fn skip_safe(s: &[u8], at: usize) -> usize {
    one(s, at, &C11)
}

fn skip_extra(s: &[u8], at: usize) -> usize {
    one(s, at, &C12)
}

fn skip_escape(s: &[u8], at: usize) -> usize {
    'l1: {
        let at = step!('l1, byte(s, at, b'%'));
        let at = step!('l1, one(s, at, &C3));
        one(s, at, &C3)
    }
}

fn skip_hex(s: &[u8], at: usize) -> usize {
    one(s, at, &C3)
}

fn take_digits(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = 'l1: {
        let at = step!('l1, one(s, at, &C8));
        many(s, at, &C8)
    };
    out.leaf(Rule::digits, at, end)
}

fn skip_alphanum(s: &[u8], at: usize) -> usize {
    one(s, at, &C7)
}

fn take_alphanums(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = 'l1: {
        let at = step!('l1, one(s, at, &C7));
        many(s, at, &C7)
    };
    out.leaf(Rule::alphanums, at, end)
}

fn take_scheme__before_colon(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = 'l1: {
        let at = step!('l1, one(s, at, &C5));
        {
            let mut at = at;
            loop {
                at = many(s, at, &C13);
                at = again!(at, 'l2: {
                    let at = step!('l2, byte(s, at, b'%'));
                    let at = step!('l2, one(s, at, &C3));
                    one(s, at, &C3)
                });
            }
        }
    };
    out.leaf(Rule::scheme, at, end)
}

fn skip_ialpha__label(s: &[u8], at: usize) -> usize {
    'l1: {
        let at = step!('l1, one(s, at, &C5));
        {
            let mut at = at;
            loop {
                at = many(s, at, &C14);
                at = again!(at, 'l2: {
                    let at = step!('l2, byte(s, at, b'%'));
                    let at = step!('l2, one(s, at, &C3));
                    one(s, at, &C3)
                });
            }
        }
    }
}

fn take_ialpha__label(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = 'l1: {
        let at = step!('l1, one(s, at, &C5));
        {
            let mut at = at;
            loop {
                at = many(s, at, &C14);
                at = again!(at, 'l2: {
                    let at = step!('l2, byte(s, at, b'%'));
                    let at = step!('l2, one(s, at, &C3));
                    one(s, at, &C3)
                });
            }
        }
    };
    out.leaf(Rule::ialpha, at, end)
}

fn skip_xalphas__label(s: &[u8], at: usize) -> usize {
    'l1: {
        let at = step!('l1, 'l2: {
            attempt!('l2, one(s, at, &C14));
            'l3: {
                let at = step!('l3, byte(s, at, b'%'));
                let at = step!('l3, one(s, at, &C3));
                one(s, at, &C3)
            }
        });
        {
            let mut at = at;
            loop {
                at = many(s, at, &C14);
                at = again!(at, 'l4: {
                    let at = step!('l4, byte(s, at, b'%'));
                    let at = step!('l4, one(s, at, &C3));
                    one(s, at, &C3)
                });
            }
        }
    }
}

fn take_xalphas__label(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = 'l1: {
        let at = step!('l1, 'l2: {
            attempt!('l2, one(s, at, &C14));
            'l3: {
                let at = step!('l3, byte(s, at, b'%'));
                let at = step!('l3, one(s, at, &C3));
                one(s, at, &C3)
            }
        });
        {
            let mut at = at;
            loop {
                at = many(s, at, &C14);
                at = again!(at, 'l4: {
                    let at = step!('l4, byte(s, at, b'%'));
                    let at = step!('l4, one(s, at, &C3));
                    one(s, at, &C3)
                });
            }
        }
    };
    out.leaf(Rule::xalphas, at, end)
}

fn take_host__before_port(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let place = out.open();
    let end = 'l1: {
        if holds(s, at, &C5) {
            attempt!('l1, out, take_hostname__before_port(s, at, out));
        }
        take_hostnumber(s, at, out)
    };
    out.close(place, Rule::host, at, end)
}

fn take_hostname__before_port(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    if !out.lists {
        return out.leaf(Rule::hostname, at, skip_hostname__before_port(s, at));
    }
    let place = out.open();
    let end = 'l1: {
        let at = step!('l1, take_ialpha__label_before_port(s, at, out));
        {
            let mut at = at;
            loop {
                at = again!(out, at, 'l2: {
                    let at = step!('l2, byte(s, at, b'.'));
                    'l3: {
                        if holds(s, at, &C5) {
                            attempt!('l3, out, take_ialpha__label_before_port(s, at, out));
                        }
                        if holds(s, at, &C6) {
                            attempt!('l3, out, take_xalphas__label_before_port(s, at, out));
                        }
                        at
                    }
                });
            }
        }
    };
    out.close(place, Rule::hostname, at, end)
}

fn skip_hostname__before_port(s: &[u8], at: usize) -> usize {
    'l1: {
        let at = step!('l1, skip_ialpha__label_before_port(s, at));
        {
            let mut at = at;
            loop {
                at = again!(at, 'l2: {
                    let at = step!('l2, byte(s, at, b'.'));
                    'l3: {
                        if holds(s, at, &C5) {
                            attempt!('l3, skip_ialpha__label_before_port(s, at));
                        }
                        if holds(s, at, &C6) {
                            attempt!('l3, skip_xalphas__label_before_port(s, at));
                        }
                        at
                    }
                });
            }
        }
    }
}

fn skip_ialpha__label_before_port(s: &[u8], at: usize) -> usize {
    'l1: {
        let at = step!('l1, one(s, at, &C5));
        {
            let mut at = at;
            loop {
                at = many(s, at, &C16);
                at = again!(at, 'l2: {
                    if holds(s, at, &C15) {
                        attempt!('l2, 'l3: {
                            let at = step!('l3, only(at, (skip__port_part(s, at)) == FAIL));
                            byte(s, at, b':')
                        });
                    }
                    'l4: {
                        let at = step!('l4, byte(s, at, b'%'));
                        let at = step!('l4, one(s, at, &C3));
                        one(s, at, &C3)
                    }
                });
            }
        }
    }
}

fn take_ialpha__label_before_port(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = 'l1: {
        let at = step!('l1, one(s, at, &C5));
        {
            let mut at = at;
            loop {
                at = many(s, at, &C16);
                at = again!(at, 'l2: {
                    if holds(s, at, &C15) {
                        attempt!('l2, 'l3: {
                            let at = step!('l3, only(at, (skip__port_part(s, at)) == FAIL));
                            byte(s, at, b':')
                        });
                    }
                    'l4: {
                        let at = step!('l4, byte(s, at, b'%'));
                        let at = step!('l4, one(s, at, &C3));
                        one(s, at, &C3)
                    }
                });
            }
        }
    };
    out.leaf(Rule::ialpha, at, end)
}

fn skip_xalphas__label_before_port(s: &[u8], at: usize) -> usize {
    'l1: {
        let at = step!('l1, 'l2: {
            attempt!('l2, one(s, at, &C16));
            if holds(s, at, &C15) {
                attempt!('l2, 'l3: {
                    let at = step!('l3, only(at, (skip__port_part(s, at)) == FAIL));
                    byte(s, at, b':')
                });
            }
            'l4: {
                let at = step!('l4, byte(s, at, b'%'));
                let at = step!('l4, one(s, at, &C3));
                one(s, at, &C3)
            }
        });
        {
            let mut at = at;
            loop {
                at = many(s, at, &C16);
                at = again!(at, 'l5: {
                    if holds(s, at, &C15) {
                        attempt!('l5, 'l6: {
                            let at = step!('l6, only(at, (skip__port_part(s, at)) == FAIL));
                            byte(s, at, b':')
                        });
                    }
                    'l7: {
                        let at = step!('l7, byte(s, at, b'%'));
                        let at = step!('l7, one(s, at, &C3));
                        one(s, at, &C3)
                    }
                });
            }
        }
    }
}

fn take_xalphas__label_before_port(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = 'l1: {
        let at = step!('l1, 'l2: {
            attempt!('l2, one(s, at, &C16));
            if holds(s, at, &C15) {
                attempt!('l2, 'l3: {
                    let at = step!('l3, only(at, (skip__port_part(s, at)) == FAIL));
                    byte(s, at, b':')
                });
            }
            'l4: {
                let at = step!('l4, byte(s, at, b'%'));
                let at = step!('l4, one(s, at, &C3));
                one(s, at, &C3)
            }
        });
        {
            let mut at = at;
            loop {
                at = many(s, at, &C16);
                at = again!(at, 'l5: {
                    if holds(s, at, &C15) {
                        attempt!('l5, 'l6: {
                            let at = step!('l6, only(at, (skip__port_part(s, at)) == FAIL));
                            byte(s, at, b':')
                        });
                    }
                    'l7: {
                        let at = step!('l7, byte(s, at, b'%'));
                        let at = step!('l7, one(s, at, &C3));
                        one(s, at, &C3)
                    }
                });
            }
        }
    };
    out.leaf(Rule::xalphas, at, end)
}

fn skip__port_part(s: &[u8], at: usize) -> usize {
    'l1: {
        let at = step!('l1, byte(s, at, b':'));
        let at = step!('l1, one(s, at, &C8));
        let at = many(s, at, &C8);
        only(at, ('l2: {
            attempt!('l2, one(s, at, &C2));
            'l3: {
                let at = step!('l3, byte(s, at, b'%'));
                let at = step!('l3, one(s, at, &C3));
                one(s, at, &C3)
            }
        }) == FAIL)
    }
}

fn take_user__before_host(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = 'l1: {
        let at = step!('l1, 'l2: {
            attempt!('l2, one(s, at, &C2));
            'l3: {
                let at = step!('l3, byte(s, at, b'%'));
                let at = step!('l3, one(s, at, &C3));
                one(s, at, &C3)
            }
        });
        {
            let mut at = at;
            loop {
                at = again!(at, 'l4: {
                    let at = step!('l4, only(at, ('l5: {
                        let at = step!('l5, byte(s, at, b':'));
                        skip__login_text(s, at)
                    }) == FAIL));
                    skip__login_text(s, at)
                });
            }
        }
    };
    out.leaf(Rule::user, at, end)
}

fn take_password__before_host(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = 'l1: {
        let at = step!('l1, skip__login_text(s, at));
        {
            let mut at = at;
            loop {
                at = again!(at, skip__login_text(s, at));
            }
        }
    };
    out.leaf(Rule::password, at, end)
}

fn skip__login_text(s: &[u8], at: usize) -> usize {
    'l1: {
        attempt!('l1, one(s, at, &C17));
        if holds(s, at, &C18) {
            attempt!('l1, 'l2: {
                let at = step!('l2, only(at, ('l3: {
                    let at = step!('l3, byte(s, at, b'@'));
                    skip__hostport_start(s, at)
                }) == FAIL));
                byte(s, at, b'@')
            });
        }
        'l4: {
            let at = step!('l4, byte(s, at, b'%'));
            let at = step!('l4, one(s, at, &C3));
            one(s, at, &C3)
        }
    }
}

fn skip__hostport_start(s: &[u8], at: usize) -> usize {
    'l1: {
        attempt!('l1, one(s, at, &C5));
        'l2: {
            let at = step!('l2, skip_hostnumber(s, at));
            let at = step!('l2, 'l3: {
                attempt!('l3, 'l4: {
                    let at = step!('l4, byte(s, at, b':'));
                    let at = step!('l4, one(s, at, &C8));
                    many(s, at, &C8)
                });
                at
            });
            only(at, ('l5: {
                attempt!('l5, one(s, at, &C2));
                'l6: {
                    let at = step!('l6, byte(s, at, b'%'));
                    let at = step!('l6, one(s, at, &C3));
                    one(s, at, &C3)
                }
            }) == FAIL)
        }
    }
}

fn skip_hostnumber(s: &[u8], at: usize) -> usize {
    'l1: {
        let at = step!('l1, one(s, at, &C8));
        let at = many(s, at, &C8);
        let at = step!('l1, byte(s, at, b'.'));
        let at = step!('l1, one(s, at, &C8));
        let at = many(s, at, &C8);
        let at = step!('l1, byte(s, at, b'.'));
        let at = step!('l1, one(s, at, &C8));
        let at = many(s, at, &C8);
        let at = step!('l1, byte(s, at, b'.'));
        let at = step!('l1, one(s, at, &C8));
        many(s, at, &C8)
    }
}

fn take_xalphas__word(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = 'l1: {
        let at = step!('l1, 'l2: {
            attempt!('l2, one(s, at, &C19));
            'l3: {
                let at = step!('l3, byte(s, at, b'%'));
                let at = step!('l3, one(s, at, &C3));
                one(s, at, &C3)
            }
        });
        {
            let mut at = at;
            loop {
                at = many(s, at, &C19);
                at = again!(at, 'l4: {
                    let at = step!('l4, byte(s, at, b'%'));
                    let at = step!('l4, one(s, at, &C3));
                    one(s, at, &C3)
                });
            }
        }
    };
    out.leaf(Rule::xalphas, at, end)
}

fn take_xalphas__before_host(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = 'l1: {
        let at = step!('l1, 'l2: {
            attempt!('l2, one(s, at, &C17));
            if holds(s, at, &C18) {
                attempt!('l2, 'l3: {
                    let at = step!('l3, only(at, ('l4: {
                        let at = step!('l4, byte(s, at, b'@'));
                        skip__last_host(s, at)
                    }) == FAIL));
                    byte(s, at, b'@')
                });
            }
            'l5: {
                let at = step!('l5, byte(s, at, b'%'));
                let at = step!('l5, one(s, at, &C3));
                one(s, at, &C3)
            }
        });
        {
            let mut at = at;
            loop {
                at = many(s, at, &C17);
                at = again!(at, 'l6: {
                    if holds(s, at, &C18) {
                        attempt!('l6, 'l7: {
                            let at = step!('l7, only(at, ('l8: {
                                let at = step!('l8, byte(s, at, b'@'));
                                skip__last_host(s, at)
                            }) == FAIL));
                            byte(s, at, b'@')
                        });
                    }
                    'l9: {
                        let at = step!('l9, byte(s, at, b'%'));
                        let at = step!('l9, one(s, at, &C3));
                        one(s, at, &C3)
                    }
                });
            }
        }
    };
    out.leaf(Rule::xalphas, at, end)
}

fn skip__last_host(s: &[u8], at: usize) -> usize {
    'l1: {
        if holds(s, at, &C8) {
            attempt!('l1, 'l2: {
                let at = step!('l2, skip_hostnumber(s, at));
                only(at, ('l3: {
                    attempt!('l3, one(s, at, &C2));
                    'l4: {
                        let at = step!('l4, byte(s, at, b'%'));
                        let at = step!('l4, one(s, at, &C3));
                        one(s, at, &C3)
                    }
                }) == FAIL)
            });
        }
        'l5: {
            let at = step!('l5, one(s, at, &C5));
            let at = {
                let mut at = at;
                loop {
                    at = many(s, at, &C17);
                    at = again!(at, 'l6: {
                        attempt!('l6, 'l7: {
                            let at = step!('l7, byte(s, at, b'%'));
                            let at = step!('l7, one(s, at, &C3));
                            one(s, at, &C3)
                        });
                        'l8: {
                            let at = step!('l8, byte(s, at, b'@'));
                            let at = step!('l8, only(at, (one(s, at, &C5)) == FAIL));
                            only(at, ('l9: {
                                let at = step!('l9, skip_hostnumber(s, at));
                                only(at, ('l10: {
                                    attempt!('l10, one(s, at, &C2));
                                    'l11: {
                                        let at = step!('l11, byte(s, at, b'%'));
                                        let at = step!('l11, one(s, at, &C3));
                                        one(s, at, &C3)
                                    }
                                }) == FAIL)
                            }) == FAIL)
                        }
                    });
                }
            };
            only(at, ('l12: {
                attempt!('l12, one(s, at, &C2));
                'l13: {
                    let at = step!('l13, byte(s, at, b'%'));
                    let at = step!('l13, one(s, at, &C3));
                    one(s, at, &C3)
                }
            }) == FAIL)
        }
    }
}

fn take_xalphas__before_hostname(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = 'l1: {
        let at = step!('l1, 'l2: {
            attempt!('l2, one(s, at, &C17));
            if holds(s, at, &C18) {
                attempt!('l2, 'l3: {
                    let at = step!('l3, only(at, ('l4: {
                        let at = step!('l4, byte(s, at, b'@'));
                        skip__last_hostname(s, at)
                    }) == FAIL));
                    byte(s, at, b'@')
                });
            }
            'l5: {
                let at = step!('l5, byte(s, at, b'%'));
                let at = step!('l5, one(s, at, &C3));
                one(s, at, &C3)
            }
        });
        {
            let mut at = at;
            loop {
                at = many(s, at, &C17);
                at = again!(at, 'l6: {
                    if holds(s, at, &C18) {
                        attempt!('l6, 'l7: {
                            let at = step!('l7, only(at, ('l8: {
                                let at = step!('l8, byte(s, at, b'@'));
                                skip__last_hostname(s, at)
                            }) == FAIL));
                            byte(s, at, b'@')
                        });
                    }
                    'l9: {
                        let at = step!('l9, byte(s, at, b'%'));
                        let at = step!('l9, one(s, at, &C3));
                        one(s, at, &C3)
                    }
                });
            }
        }
    };
    out.leaf(Rule::xalphas, at, end)
}

fn skip__last_hostname(s: &[u8], at: usize) -> usize {
    'l1: {
        let at = step!('l1, one(s, at, &C5));
        let at = {
            let mut at = at;
            loop {
                at = many(s, at, &C17);
                at = again!(at, 'l2: {
                    attempt!('l2, 'l3: {
                        let at = step!('l3, byte(s, at, b'%'));
                        let at = step!('l3, one(s, at, &C3));
                        one(s, at, &C3)
                    });
                    'l4: {
                        let at = step!('l4, byte(s, at, b'@'));
                        only(at, (one(s, at, &C5)) == FAIL)
                    }
                });
            }
        };
        only(at, ('l5: {
            attempt!('l5, one(s, at, &C2));
            'l6: {
                let at = step!('l6, byte(s, at, b'%'));
                let at = step!('l6, one(s, at, &C3));
                one(s, at, &C3)
            }
        }) == FAIL)
    }
}

fn take_hsoname__before_version(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let place = out.open();
    let end = take_path__before_version(s, at, out);
    out.close(place, Rule::hsoname, at, end)
}

fn take_path__before_version(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    if !out.lists {
        return out.leaf(Rule::path, at, skip_path__before_version(s, at));
    }
    let place = out.open();
    let end = 'l1: {
        let at = step!('l1, 'l2: {
            if holds(s, at, &C4) {
                attempt!('l2, out, take_xpalphas__before_version(s, at, out));
            }
            at
        });
        {
            let mut at = at;
            loop {
                at = again!(out, at, 'l3: {
                    let at = step!('l3, byte(s, at, b'/'));
                    'l4: {
                        if holds(s, at, &C4) {
                            attempt!('l4, out, take_xpalphas__before_version(s, at, out));
                        }
                        at
                    }
                });
            }
        }
    };
    out.close(place, Rule::path, at, end)
}

fn skip_path__before_version(s: &[u8], at: usize) -> usize {
    {
        let mut at = at;
        loop {
            at = many(s, at, &C9);
            at = again!(at, 'l1: {
                let at = step!('l1, only(at, (skip__version_part(s, at)) == FAIL));
                let at = step!('l1, byte(s, at, b'%'));
                let at = step!('l1, one(s, at, &C3));
                one(s, at, &C3)
            });
        }
    }
}

fn take_xpalphas__before_version(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = 'l1: {
        let at = step!('l1, 'l2: {
            attempt!('l2, one(s, at, &C2));
            'l3: {
                let at = step!('l3, only(at, (skip__version_part(s, at)) == FAIL));
                let at = step!('l3, byte(s, at, b'%'));
                let at = step!('l3, one(s, at, &C3));
                one(s, at, &C3)
            }
        });
        {
            let mut at = at;
            loop {
                at = many(s, at, &C2);
                at = again!(at, 'l4: {
                    let at = step!('l4, only(at, (skip__version_part(s, at)) == FAIL));
                    let at = step!('l4, byte(s, at, b'%'));
                    let at = step!('l4, one(s, at, &C3));
                    one(s, at, &C3)
                });
            }
        }
    };
    out.leaf(Rule::xpalphas, at, end)
}

fn skip__version_part(s: &[u8], at: usize) -> usize {
    'l1: {
        let at = step!('l1, literal(s, at, b"%00"));
        let at = step!('l1, one(s, at, &C8));
        let at = many(s, at, &C8);
        let at = many(s, at, &C7);
        only(at, ('l2: {
            attempt!('l2, one(s, at, &C9));
            'l3: {
                let at = step!('l3, byte(s, at, b'%'));
                let at = step!('l3, one(s, at, &C3));
                one(s, at, &C3)
            }
        }) == FAIL)
    }
}
