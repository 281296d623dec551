// Made from `grammar/rfc1630.pest` by `src/language/generate.rs`. A unit test keeps it fresh: do not edit it.

use super::run::*;
use crate::rule::Rule;

pub(super) const ENTRIES: &[Entry] = &[
    Entry { rule: Rule::prefixedurl, run: Run::Spans(take_prefixedurl) },
    Entry { rule: Rule::url, run: Run::Spans(take_url) },
    Entry { rule: Rule::httpaddress, run: Run::Spans(take_httpaddress) },
    Entry { rule: Rule::ftpaddress, run: Run::Spans(take_ftpaddress) },
    Entry { rule: Rule::afsaddress, run: Run::Spans(take_afsaddress) },
    Entry { rule: Rule::newsaddress, run: Run::Spans(take_newsaddress) },
    Entry { rule: Rule::nntpaddress, run: Run::Spans(take_nntpaddress) },
    Entry { rule: Rule::midaddress, run: Run::Spans(take_midaddress) },
    Entry { rule: Rule::cidaddress, run: Run::Spans(take_cidaddress) },
    Entry { rule: Rule::addr_spec, run: Run::Spans(take_addr_spec) },
    Entry { rule: Rule::content_identifier, run: Run::Spans(take_content_identifier) },
    Entry { rule: Rule::mailtoaddress, run: Run::Spans(take_mailtoaddress) },
    Entry { rule: Rule::waisaddress, run: Run::Spans(take_waisaddress) },
    Entry { rule: Rule::waisindex, run: Run::Spans(take_waisindex) },
    Entry { rule: Rule::waisdoc, run: Run::Spans(take_waisdoc) },
    Entry { rule: Rule::wpath, run: Run::Spans(take_wpath) },
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
    Entry { rule: Rule::ftptype, run: Run::Spans(take_ftptype) },
    Entry { rule: Rule::formcode, run: Run::Spans(take_formcode) },
    Entry { rule: Rule::cellname, run: Run::Spans(take_cellname) },
    Entry { rule: Rule::hostname, run: Run::Spans(take_hostname) },
    Entry { rule: Rule::hostnumber, run: Run::Spans(take_hostnumber) },
    Entry { rule: Rule::port, run: Run::Spans(take_port) },
    Entry { rule: Rule::gcommand, run: Run::Spans(take_gcommand) },
    Entry { rule: Rule::path, run: Run::Spans(take_path) },
    Entry { rule: Rule::segment, run: Run::Spans(take_segment) },
    Entry { rule: Rule::search, run: Run::Spans(take_search) },
    Entry { rule: Rule::user, run: Run::Spans(take_user) },
    Entry { rule: Rule::password, run: Run::Spans(take_password) },
    Entry { rule: Rule::gtype, run: Run::Spans(take_gtype) },
    Entry { rule: Rule::alphanum2, run: Run::Class(skip_alphanum2) },
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

static C0: Set = set(0x800000000000000000000000000000, false);
static C1: Set = set(0x7fffffe87ffffff03ff7fd600000000, false);
static C2: Set = set(0x7e0000007e03ff000000000000, false);
static C3: Set = set(0x7fffffe87ffffff03ff7ff600000000, false);
static C4: Set = set(0x7fffffe07fffffe0000000000000000, false);
static C5: Set = set(0x7fffffe87ffffff03ff3ff600000000, false);
static C6: Set = set(0x7fffffe07fffffe03ff000000000000, false);
static C7: Set = set(0x3ff000000000000, false);
static C8: Set = set(0xffffffffffffffffffff7fffffffffff, true);
static C9: Set = set(0x7fffffe87fffffe03ff680000000000, false);
static C10: Set = set(0x1040080000000000000000, false);
static C11: Set = set(0x7fffffe87ffffff03ff77f600000000, false);
static C12: Set = set(0x800000010000685000000000, false);
static C13: Set = set(0x178600000000, false);
static C14: Set = set(0x7fffffe87ffffff03ff3fd600000000, false);
static C15: Set = set(0x7fffffe87ffffff03ff77d600000000, false);
static C16: Set = set(0x7fffffe87fffffe03ff7fd600000000, false);
static C17: Set = set(0x10000000000000000, false);
static C18: Set = set(0x7fffffe87ffffff03ffffd600000000, false);

fn take_prefixedurl(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let place = out.open();
    let end = 'l1: {
        let at = step!('l1, literal(s, at, b"url:"));
        take_url(s, at, out)
    };
    out.close(place, Rule::prefixedurl, at, end)
}

fn take_url(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let place = out.open();
    let end = match s.get(at) {
        Some(b'c') => take_cidaddress(s, at, out),
        Some(b'f') => take_ftpaddress(s, at, out),
        Some(b'g') => take_gopheraddress(s, at, out),
        Some(b'h') => take_httpaddress(s, at, out),
        Some(b'm') => 'l1: {
            attempt!('l1, out, take_mailtoaddress(s, at, out));
            take_midaddress(s, at, out)
        },
        Some(b'n') => 'l2: {
            attempt!('l2, out, take_newsaddress(s, at, out));
            take_nntpaddress(s, at, out)
        },
        Some(b'p') => take_prosperoaddress(s, at, out),
        Some(b't') => take_telnetaddress(s, at, out),
        Some(b'w') => take_waisaddress(s, at, out),
        _ => FAIL,
    };
    out.close(place, Rule::url, at, end)
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
        let at = step!('l1, take_path(s, at, out));
        'l2: {
            attempt!('l2, out, 'l3: {
                let at = step!('l3, literal(s, at, b";type="));
                take_ftptype(s, at, out)
            });
            at
        }
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

fn take_midaddress(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let place = out.open();
    let end = 'l1: {
        let at = step!('l1, literal(s, at, b"mid:"));
        take_addr_spec(s, at, out)
    };
    out.close(place, Rule::midaddress, at, end)
}

fn take_cidaddress(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let place = out.open();
    let end = 'l1: {
        let at = step!('l1, literal(s, at, b"cid:"));
        take_content_identifier(s, at, out)
    };
    out.close(place, Rule::cidaddress, at, end)
}

fn take_addr_spec(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let place = out.open();
    let end = 'l1: {
        let at = step!('l1, take_xalphas__before_host(s, at, out));
        let at = step!('l1, byte(s, at, b'@'));
        take_host(s, at, out)
    };
    out.close(place, Rule::addr_spec, at, end)
}

fn take_content_identifier(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let place = out.open();
    let end = take_addr_spec(s, at, out);
    out.close(place, Rule::content_identifier, at, end)
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
        if holds(s, at, &C0) {
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
        take_wpath(s, at, out)
    };
    out.close(place, Rule::waisdoc, at, end)
}

fn take_wpath(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let place = out.open();
    let end = 'l1: {
        let at = step!('l1, take_digits(s, at, out));
        let at = step!('l1, byte(s, at, b'='));
        let at = step!('l1, take_path(s, at, out));
        let at = step!('l1, byte(s, at, b';'));
        {
            let mut at = at;
            loop {
                at = again!(out, at, 'l2: {
                    let at = step!('l2, take_digits(s, at, out));
                    let at = step!('l2, byte(s, at, b'='));
                    let at = step!('l2, take_path(s, at, out));
                    byte(s, at, b';')
                });
            }
        }
    };
    out.close(place, Rule::wpath, at, end)
}

fn take_groupart(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let place = out.open();
    let end = 'l1: {
        attempt!('l1, 'l2: {
            let at = step!('l2, byte(s, at, b'*'));
            only(at, ('l3: {
                attempt!('l3, one(s, at, &C1));
                'l4: {
                    let at = step!('l4, byte(s, at, b'%'));
                    let at = step!('l4, one(s, at, &C2));
                    one(s, at, &C2)
                }
            }) == FAIL)
        });
        if holds(s, at, &C3) {
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
                        if holds(s, at, &C4) {
                            attempt!('l3, out, take_ialpha__label(s, at, out));
                        }
                        if holds(s, at, &C5) {
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
        let at = step!('l1, one(s, at, &C4));
        {
            let mut at = at;
            loop {
                at = many(s, at, &C1);
                at = again!(at, 'l2: {
                    let at = step!('l2, byte(s, at, b'%'));
                    let at = step!('l2, one(s, at, &C2));
                    one(s, at, &C2)
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
                    if holds(s, at, &C6) {
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
        let at = step!('l1, one(s, at, &C7));
        many(s, at, &C7)
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
        let at = step!('l1, one(s, at, &C6));
        many(s, at, &C6)
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
        'l2: {
            attempt!('l2, out, 'l3: {
                let at = step!('l3, byte(s, at, b'/'));
                let at = step!('l3, take_gtype(s, at, out));
                take_gcommand(s, at, out)
            });
            at
        }
    };
    out.close(place, Rule::gopheraddress, at, end)
}

fn take_login(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let place = out.open();
    let end = 'l1: {
        if holds(s, at, &C9) {
            attempt!('l1, out, 'l2: {
                let at = step!('l2, take_user(s, at, out));
                let at = step!('l2, 'l3: {
                    attempt!('l3, out, 'l4: {
                        let at = step!('l4, byte(s, at, b':'));
                        take_password(s, at, out)
                    });
                    at
                });
                let at = step!('l2, byte(s, at, b'@'));
                let at = step!('l2, take_hostport(s, at, out));
                only(at, (character(s, at, &C8)) == FAIL)
            });
        }
        take_hostport(s, at, out)
    };
    out.close(place, Rule::login, at, end)
}

fn take_hostport(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let place = out.open();
    let end = 'l1: {
        let at = step!('l1, take_host(s, at, out));
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
        if holds(s, at, &C4) {
            attempt!('l1, out, take_hostname(s, at, out));
        }
        take_hostnumber(s, at, out)
    };
    out.close(place, Rule::host, at, end)
}

fn take_ftptype(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let place = out.open();
    let end = 'l1: {
        attempt!('l1, out, 'l2: {
            let at = step!('l2, byte(s, at, b'A'));
            take_formcode(s, at, out)
        });
        attempt!('l1, out, 'l3: {
            let at = step!('l3, byte(s, at, b'E'));
            take_formcode(s, at, out)
        });
        attempt!('l1, byte(s, at, b'I'));
        'l4: {
            let at = step!('l4, byte(s, at, b'L'));
            take_digits(s, at, out)
        }
    };
    out.close(place, Rule::ftptype, at, end)
}

fn take_formcode(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = one(s, at, &C10);
    out.leaf(Rule::formcode, at, end)
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
                        if holds(s, at, &C4) {
                            attempt!('l3, out, take_ialpha__label(s, at, out));
                        }
                        if holds(s, at, &C5) {
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
        let at = step!('l1, one(s, at, &C4));
        {
            let mut at = at;
            loop {
                at = many(s, at, &C1);
                at = again!(at, 'l2: {
                    let at = step!('l2, byte(s, at, b'%'));
                    let at = step!('l2, one(s, at, &C2));
                    one(s, at, &C2)
                });
            }
        }
    }
}

fn take_hostnumber(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = 'l1: {
        let at = step!('l1, one(s, at, &C7));
        let at = many(s, at, &C7);
        let at = step!('l1, byte(s, at, b'.'));
        let at = step!('l1, one(s, at, &C7));
        let at = many(s, at, &C7);
        let at = step!('l1, byte(s, at, b'.'));
        let at = step!('l1, one(s, at, &C7));
        let at = many(s, at, &C7);
        let at = step!('l1, byte(s, at, b'.'));
        let at = step!('l1, one(s, at, &C7));
        many(s, at, &C7)
    };
    out.leaf(Rule::hostnumber, at, end)
}

fn take_port(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = 'l1: {
        let at = step!('l1, one(s, at, &C7));
        many(s, at, &C7)
    };
    out.leaf(Rule::port, at, end)
}

fn take_gcommand(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let place = out.open();
    let end = take_path(s, at, out);
    out.close(place, Rule::gcommand, at, end)
}

fn take_path(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    if !out.lists {
        return out.leaf(Rule::path, at, skip_path(s, at));
    }
    let place = out.open();
    let end = 'l1: {
        if holds(s, at, &C3) {
            attempt!('l1, out, 'l2: {
                let at = step!('l2, take_segment(s, at, out));
                let at = {
                    let mut at = at;
                    loop {
                        at = again!(out, at, 'l3: {
                            let at = step!('l3, byte(s, at, b'/'));
                            take_segment(s, at, out)
                        });
                    }
                };
                'l4: {
                    attempt!('l4, byte(s, at, b'/'));
                    at
                }
            });
        }
        at
    };
    out.close(place, Rule::path, at, end)
}

fn skip_path(s: &[u8], at: usize) -> usize {
    'l1: {
        if holds(s, at, &C3) {
            attempt!('l1, 'l2: {
                let at = step!('l2, skip_xpalphas(s, at));
                let at = {
                    let mut at = at;
                    loop {
                        at = again!(at, 'l3: {
                            let at = step!('l3, byte(s, at, b'/'));
                            skip_xpalphas(s, at)
                        });
                    }
                };
                'l4: {
                    attempt!('l4, byte(s, at, b'/'));
                    at
                }
            });
        }
        at
    }
}

fn take_segment(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = skip_xpalphas(s, at);
    out.leaf(Rule::segment, at, end)
}

fn take_search(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    if !out.lists {
        return out.leaf(Rule::search, at, skip_search(s, at));
    }
    let place = out.open();
    let end = 'l1: {
        let at = step!('l1, only(at, ('l2: {
            attempt!('l2, one(s, at, &C1));
            'l3: {
                let at = step!('l3, byte(s, at, b'%'));
                let at = step!('l3, one(s, at, &C2));
                one(s, at, &C2)
            }
        }) != FAIL));
        let at = step!('l1, 'l4: {
            if holds(s, at, &C11) {
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
                        if holds(s, at, &C11) {
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
            attempt!('l2, one(s, at, &C1));
            'l3: {
                let at = step!('l3, byte(s, at, b'%'));
                let at = step!('l3, one(s, at, &C2));
                one(s, at, &C2)
            }
        }) != FAIL));
        {
            let mut at = at;
            loop {
                at = many(s, at, &C1);
                at = again!(at, 'l4: {
                    let at = step!('l4, byte(s, at, b'%'));
                    let at = step!('l4, one(s, at, &C2));
                    one(s, at, &C2)
                });
            }
        }
    }
}

fn take_user(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = 'l1: {
        let at = step!('l1, one(s, at, &C9));
        many(s, at, &C9)
    };
    out.leaf(Rule::user, at, end)
}

fn take_password(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = 'l1: {
        let at = step!('l1, one(s, at, &C9));
        many(s, at, &C9)
    };
    out.leaf(Rule::password, at, end)
}

fn take_gtype(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = 'l1: {
        attempt!('l1, one(s, at, &C1));
        'l2: {
            let at = step!('l2, byte(s, at, b'%'));
            let at = step!('l2, one(s, at, &C2));
            one(s, at, &C2)
        }
    };
    out.leaf(Rule::gtype, at, end)
}

fn skip_alphanum2(s: &[u8], at: usize) -> usize {
    one(s, at, &C9)
}

fn skip_xalpha(s: &[u8], at: usize) -> usize {
    'l1: {
        attempt!('l1, one(s, at, &C1));
        'l2: {
            let at = step!('l2, byte(s, at, b'%'));
            let at = step!('l2, one(s, at, &C2));
            one(s, at, &C2)
        }
    }
}

fn skip_xalphas(s: &[u8], at: usize) -> usize {
    'l1: {
        let at = step!('l1, 'l2: {
            attempt!('l2, one(s, at, &C1));
            'l3: {
                let at = step!('l3, byte(s, at, b'%'));
                let at = step!('l3, one(s, at, &C2));
                one(s, at, &C2)
            }
        });
        {
            let mut at = at;
            loop {
                at = many(s, at, &C1);
                at = again!(at, 'l4: {
                    let at = step!('l4, byte(s, at, b'%'));
                    let at = step!('l4, one(s, at, &C2));
                    one(s, at, &C2)
                });
            }
        }
    }
}

fn take_xalphas(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = 'l1: {
        let at = step!('l1, 'l2: {
            attempt!('l2, one(s, at, &C1));
            'l3: {
                let at = step!('l3, byte(s, at, b'%'));
                let at = step!('l3, one(s, at, &C2));
                one(s, at, &C2)
            }
        });
        {
            let mut at = at;
            loop {
                at = many(s, at, &C1);
                at = again!(at, 'l4: {
                    let at = step!('l4, byte(s, at, b'%'));
                    let at = step!('l4, one(s, at, &C2));
                    one(s, at, &C2)
                });
            }
        }
    };
    out.leaf(Rule::xalphas, at, end)
}

fn skip_xpalpha(s: &[u8], at: usize) -> usize {
    'l1: {
        attempt!('l1, one(s, at, &C1));
        'l2: {
            let at = step!('l2, byte(s, at, b'%'));
            let at = step!('l2, one(s, at, &C2));
            one(s, at, &C2)
        }
    }
}

fn skip_xpalphas(s: &[u8], at: usize) -> usize {
    'l1: {
        let at = step!('l1, 'l2: {
            attempt!('l2, one(s, at, &C1));
            'l3: {
                let at = step!('l3, byte(s, at, b'%'));
                let at = step!('l3, one(s, at, &C2));
                one(s, at, &C2)
            }
        });
        {
            let mut at = at;
            loop {
                at = many(s, at, &C1);
                at = again!(at, 'l4: {
                    let at = step!('l4, byte(s, at, b'%'));
                    let at = step!('l4, one(s, at, &C2));
                    one(s, at, &C2)
                });
            }
        }
    }
}

fn take_xpalphas(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = 'l1: {
        let at = step!('l1, 'l2: {
            attempt!('l2, one(s, at, &C1));
            'l3: {
                let at = step!('l3, byte(s, at, b'%'));
                let at = step!('l3, one(s, at, &C2));
                one(s, at, &C2)
            }
        });
        {
            let mut at = at;
            loop {
                at = many(s, at, &C1);
                at = again!(at, 'l4: {
                    let at = step!('l4, byte(s, at, b'%'));
                    let at = step!('l4, one(s, at, &C2));
                    one(s, at, &C2)
                });
            }
        }
    };
    out.leaf(Rule::xpalphas, at, end)
}

fn take_ialpha(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = 'l1: {
        let at = step!('l1, one(s, at, &C4));
        {
            let mut at = at;
            loop {
                at = many(s, at, &C1);
                at = again!(at, 'l2: {
                    let at = step!('l2, byte(s, at, b'%'));
                    let at = step!('l2, one(s, at, &C2));
                    one(s, at, &C2)
                });
            }
        }
    };
    out.leaf(Rule::ialpha, at, end)
}

fn skip_alpha(s: &[u8], at: usize) -> usize {
    one(s, at, &C4)
}

fn skip_digit(s: &[u8], at: usize) -> usize {
    one(s, at, &C7)
}

fn skip_safe(s: &[u8], at: usize) -> usize {
    one(s, at, &C12)
}

fn skip_extra(s: &[u8], at: usize) -> usize {
    one(s, at, &C13)
}

fn skip_escape(s: &[u8], at: usize) -> usize {
    'l1: {
        let at = step!('l1, byte(s, at, b'%'));
        let at = step!('l1, one(s, at, &C2));
        one(s, at, &C2)
    }
}

fn skip_hex(s: &[u8], at: usize) -> usize {
    one(s, at, &C2)
}

fn take_digits(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = 'l1: {
        let at = step!('l1, one(s, at, &C7));
        many(s, at, &C7)
    };
    out.leaf(Rule::digits, at, end)
}

fn skip_alphanum(s: &[u8], at: usize) -> usize {
    one(s, at, &C6)
}

fn take_alphanums(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = 'l1: {
        let at = step!('l1, one(s, at, &C6));
        many(s, at, &C6)
    };
    out.leaf(Rule::alphanums, at, end)
}

fn take_ialpha__label(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = 'l1: {
        let at = step!('l1, one(s, at, &C4));
        {
            let mut at = at;
            loop {
                at = many(s, at, &C14);
                at = again!(at, 'l2: {
                    let at = step!('l2, byte(s, at, b'%'));
                    let at = step!('l2, one(s, at, &C2));
                    one(s, at, &C2)
                });
            }
        }
    };
    out.leaf(Rule::ialpha, at, end)
}

fn take_xalphas__label(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = 'l1: {
        let at = step!('l1, 'l2: {
            attempt!('l2, one(s, at, &C14));
            'l3: {
                let at = step!('l3, byte(s, at, b'%'));
                let at = step!('l3, one(s, at, &C2));
                one(s, at, &C2)
            }
        });
        {
            let mut at = at;
            loop {
                at = many(s, at, &C14);
                at = again!(at, 'l4: {
                    let at = step!('l4, byte(s, at, b'%'));
                    let at = step!('l4, one(s, at, &C2));
                    one(s, at, &C2)
                });
            }
        }
    };
    out.leaf(Rule::xalphas, at, end)
}

fn take_xalphas__word(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = 'l1: {
        let at = step!('l1, 'l2: {
            attempt!('l2, one(s, at, &C15));
            'l3: {
                let at = step!('l3, byte(s, at, b'%'));
                let at = step!('l3, one(s, at, &C2));
                one(s, at, &C2)
            }
        });
        {
            let mut at = at;
            loop {
                at = many(s, at, &C15);
                at = again!(at, 'l4: {
                    let at = step!('l4, byte(s, at, b'%'));
                    let at = step!('l4, one(s, at, &C2));
                    one(s, at, &C2)
                });
            }
        }
    };
    out.leaf(Rule::xalphas, at, end)
}

fn take_xalphas__before_host(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = 'l1: {
        let at = step!('l1, 'l2: {
            attempt!('l2, one(s, at, &C16));
            if holds(s, at, &C17) {
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
                let at = step!('l5, one(s, at, &C2));
                one(s, at, &C2)
            }
        });
        {
            let mut at = at;
            loop {
                at = many(s, at, &C16);
                at = again!(at, 'l6: {
                    if holds(s, at, &C17) {
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
                        let at = step!('l9, one(s, at, &C2));
                        one(s, at, &C2)
                    }
                });
            }
        }
    };
    out.leaf(Rule::xalphas, at, end)
}

fn skip__last_host(s: &[u8], at: usize) -> usize {
    'l1: {
        if holds(s, at, &C7) {
            attempt!('l1, 'l2: {
                let at = step!('l2, skip_hostnumber(s, at));
                only(at, ('l3: {
                    attempt!('l3, one(s, at, &C1));
                    'l4: {
                        let at = step!('l4, byte(s, at, b'%'));
                        let at = step!('l4, one(s, at, &C2));
                        one(s, at, &C2)
                    }
                }) == FAIL)
            });
        }
        'l5: {
            let at = step!('l5, one(s, at, &C4));
            let at = {
                let mut at = at;
                loop {
                    at = many(s, at, &C16);
                    at = again!(at, 'l6: {
                        attempt!('l6, 'l7: {
                            let at = step!('l7, byte(s, at, b'%'));
                            let at = step!('l7, one(s, at, &C2));
                            one(s, at, &C2)
                        });
                        'l8: {
                            let at = step!('l8, byte(s, at, b'@'));
                            let at = step!('l8, only(at, (one(s, at, &C4)) == FAIL));
                            only(at, ('l9: {
                                let at = step!('l9, skip_hostnumber(s, at));
                                only(at, ('l10: {
                                    attempt!('l10, one(s, at, &C1));
                                    'l11: {
                                        let at = step!('l11, byte(s, at, b'%'));
                                        let at = step!('l11, one(s, at, &C2));
                                        one(s, at, &C2)
                                    }
                                }) == FAIL)
                            }) == FAIL)
                        }
                    });
                }
            };
            only(at, ('l12: {
                attempt!('l12, one(s, at, &C1));
                'l13: {
                    let at = step!('l13, byte(s, at, b'%'));
                    let at = step!('l13, one(s, at, &C2));
                    one(s, at, &C2)
                }
            }) == FAIL)
        }
    }
}

fn skip_hostnumber(s: &[u8], at: usize) -> usize {
    'l1: {
        let at = step!('l1, one(s, at, &C7));
        let at = many(s, at, &C7);
        let at = step!('l1, byte(s, at, b'.'));
        let at = step!('l1, one(s, at, &C7));
        let at = many(s, at, &C7);
        let at = step!('l1, byte(s, at, b'.'));
        let at = step!('l1, one(s, at, &C7));
        let at = many(s, at, &C7);
        let at = step!('l1, byte(s, at, b'.'));
        let at = step!('l1, one(s, at, &C7));
        many(s, at, &C7)
    }
}

fn take_xalphas__before_hostname(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = 'l1: {
        let at = step!('l1, 'l2: {
            attempt!('l2, one(s, at, &C16));
            if holds(s, at, &C17) {
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
                let at = step!('l5, one(s, at, &C2));
                one(s, at, &C2)
            }
        });
        {
            let mut at = at;
            loop {
                at = many(s, at, &C16);
                at = again!(at, 'l6: {
                    if holds(s, at, &C17) {
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
                        let at = step!('l9, one(s, at, &C2));
                        one(s, at, &C2)
                    }
                });
            }
        }
    };
    out.leaf(Rule::xalphas, at, end)
}

fn skip__last_hostname(s: &[u8], at: usize) -> usize {
    'l1: {
        let at = step!('l1, one(s, at, &C4));
        let at = {
            let mut at = at;
            loop {
                at = many(s, at, &C16);
                at = again!(at, 'l2: {
                    attempt!('l2, 'l3: {
                        let at = step!('l3, byte(s, at, b'%'));
                        let at = step!('l3, one(s, at, &C2));
                        one(s, at, &C2)
                    });
                    'l4: {
                        let at = step!('l4, byte(s, at, b'@'));
                        only(at, (one(s, at, &C4)) == FAIL)
                    }
                });
            }
        };
        only(at, ('l5: {
            attempt!('l5, one(s, at, &C1));
            'l6: {
                let at = step!('l6, byte(s, at, b'%'));
                let at = step!('l6, one(s, at, &C2));
                one(s, at, &C2)
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
        if holds(s, at, &C3) {
            attempt!('l1, out, 'l2: {
                let at = step!('l2, take_segment__before_version(s, at, out));
                let at = {
                    let mut at = at;
                    loop {
                        at = again!(out, at, 'l3: {
                            let at = step!('l3, byte(s, at, b'/'));
                            take_segment__before_version(s, at, out)
                        });
                    }
                };
                'l4: {
                    attempt!('l4, byte(s, at, b'/'));
                    at
                }
            });
        }
        at
    };
    out.close(place, Rule::path, at, end)
}

fn skip_path__before_version(s: &[u8], at: usize) -> usize {
    'l1: {
        if holds(s, at, &C3) {
            attempt!('l1, 'l2: {
                let at = step!('l2, skip_segment__before_version(s, at));
                let at = {
                    let mut at = at;
                    loop {
                        at = again!(at, 'l3: {
                            let at = step!('l3, byte(s, at, b'/'));
                            skip_segment__before_version(s, at)
                        });
                    }
                };
                'l4: {
                    attempt!('l4, byte(s, at, b'/'));
                    at
                }
            });
        }
        at
    }
}

fn skip_segment__before_version(s: &[u8], at: usize) -> usize {
    'l1: {
        let at = step!('l1, 'l2: {
            attempt!('l2, one(s, at, &C1));
            'l3: {
                let at = step!('l3, only(at, (skip__version_part(s, at)) == FAIL));
                let at = step!('l3, byte(s, at, b'%'));
                let at = step!('l3, one(s, at, &C2));
                one(s, at, &C2)
            }
        });
        {
            let mut at = at;
            loop {
                at = many(s, at, &C1);
                at = again!(at, 'l4: {
                    let at = step!('l4, only(at, (skip__version_part(s, at)) == FAIL));
                    let at = step!('l4, byte(s, at, b'%'));
                    let at = step!('l4, one(s, at, &C2));
                    one(s, at, &C2)
                });
            }
        }
    }
}

fn take_segment__before_version(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = 'l1: {
        let at = step!('l1, 'l2: {
            attempt!('l2, one(s, at, &C1));
            'l3: {
                let at = step!('l3, only(at, (skip__version_part(s, at)) == FAIL));
                let at = step!('l3, byte(s, at, b'%'));
                let at = step!('l3, one(s, at, &C2));
                one(s, at, &C2)
            }
        });
        {
            let mut at = at;
            loop {
                at = many(s, at, &C1);
                at = again!(at, 'l4: {
                    let at = step!('l4, only(at, (skip__version_part(s, at)) == FAIL));
                    let at = step!('l4, byte(s, at, b'%'));
                    let at = step!('l4, one(s, at, &C2));
                    one(s, at, &C2)
                });
            }
        }
    };
    out.leaf(Rule::segment, at, end)
}

fn skip__version_part(s: &[u8], at: usize) -> usize {
    'l1: {
        let at = step!('l1, literal(s, at, b"%00"));
        let at = step!('l1, one(s, at, &C7));
        let at = many(s, at, &C7);
        let at = many(s, at, &C6);
        only(at, ('l2: {
            attempt!('l2, one(s, at, &C18));
            'l3: {
                let at = step!('l3, byte(s, at, b'%'));
                let at = step!('l3, one(s, at, &C2));
                one(s, at, &C2)
            }
        }) == FAIL)
    }
}
