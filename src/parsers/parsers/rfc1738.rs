// Made from `grammar/rfc1738.pest` by `src/language/generate.rs`. A unit test keeps it fresh: do not edit it.

use super::run::*;
use crate::rule::Rule;

pub(super) const ENTRIES: &[Entry] = &[
    Entry { rule: Rule::genericurl, run: Run::Spans(take_genericurl) },
    Entry { rule: Rule::url, run: Run::Spans(take_url) },
    Entry { rule: Rule::otherurl, run: Run::Spans(take_otherurl) },
    Entry { rule: Rule::scheme, run: Run::Spans(take_scheme) },
    Entry { rule: Rule::schemepart, run: Run::Spans(take_schemepart) },
    Entry { rule: Rule::ip_schemepart, run: Run::Spans(take_ip_schemepart) },
    Entry { rule: Rule::login, run: Run::Spans(take_login) },
    Entry { rule: Rule::hostport, run: Run::Spans(take_hostport) },
    Entry { rule: Rule::host, run: Run::Spans(take_host) },
    Entry { rule: Rule::hostname, run: Run::Spans(take_hostname) },
    Entry { rule: Rule::domainlabel, run: Run::Spans(take_domainlabel) },
    Entry { rule: Rule::toplabel, run: Run::Spans(take_toplabel) },
    Entry { rule: Rule::alphadigit, run: Run::Class(skip_alphadigit) },
    Entry { rule: Rule::hostnumber, run: Run::Spans(take_hostnumber) },
    Entry { rule: Rule::port, run: Run::Spans(take_port) },
    Entry { rule: Rule::user, run: Run::Spans(take_user) },
    Entry { rule: Rule::password, run: Run::Spans(take_password) },
    Entry { rule: Rule::urlpath, run: Run::Spans(take_urlpath) },
    Entry { rule: Rule::ftpurl, run: Run::Spans(take_ftpurl) },
    Entry { rule: Rule::fpath, run: Run::Spans(take_fpath) },
    Entry { rule: Rule::fsegment, run: Run::Spans(take_fsegment) },
    Entry { rule: Rule::ftptype, run: Run::Spans(take_ftptype) },
    Entry { rule: Rule::fileurl, run: Run::Spans(take_fileurl) },
    Entry { rule: Rule::httpurl, run: Run::Spans(take_httpurl) },
    Entry { rule: Rule::hpath, run: Run::Spans(take_hpath) },
    Entry { rule: Rule::hsegment, run: Run::Spans(take_hsegment) },
    Entry { rule: Rule::search, run: Run::Spans(take_search) },
    Entry { rule: Rule::gopherurl, run: Run::Spans(take_gopherurl) },
    Entry { rule: Rule::gtype, run: Run::Spans(take_gtype) },
    Entry { rule: Rule::selector, run: Run::Spans(take_selector) },
    Entry { rule: Rule::gopher_plus_string, run: Run::Spans(take_gopher_plus_string) },
    Entry { rule: Rule::mailtourl, run: Run::Spans(take_mailtourl) },
    Entry { rule: Rule::encoded822addr, run: Run::Spans(take_encoded822addr) },
    Entry { rule: Rule::newsurl, run: Run::Spans(take_newsurl) },
    Entry { rule: Rule::grouppart, run: Run::Spans(take_grouppart) },
    Entry { rule: Rule::group, run: Run::Spans(take_group) },
    Entry { rule: Rule::article, run: Run::Spans(take_article) },
    Entry { rule: Rule::nntpurl, run: Run::Spans(take_nntpurl) },
    Entry { rule: Rule::telneturl, run: Run::Spans(take_telneturl) },
    Entry { rule: Rule::waisurl, run: Run::Spans(take_waisurl) },
    Entry { rule: Rule::waisdatabase, run: Run::Spans(take_waisdatabase) },
    Entry { rule: Rule::waisindex, run: Run::Spans(take_waisindex) },
    Entry { rule: Rule::waisdoc, run: Run::Spans(take_waisdoc) },
    Entry { rule: Rule::database, run: Run::Spans(take_database) },
    Entry { rule: Rule::wtype, run: Run::Spans(take_wtype) },
    Entry { rule: Rule::wpath, run: Run::Spans(take_wpath) },
    Entry { rule: Rule::prosperourl, run: Run::Spans(take_prosperourl) },
    Entry { rule: Rule::ppath, run: Run::Spans(take_ppath) },
    Entry { rule: Rule::psegment, run: Run::Spans(take_psegment) },
    Entry { rule: Rule::fieldspec, run: Run::Spans(take_fieldspec) },
    Entry { rule: Rule::fieldname, run: Run::Spans(take_fieldname) },
    Entry { rule: Rule::fieldvalue, run: Run::Spans(take_fieldvalue) },
    Entry { rule: Rule::lowalpha, run: Run::Class(skip_lowalpha) },
    Entry { rule: Rule::hialpha, run: Run::Class(skip_hialpha) },
    Entry { rule: Rule::alpha, run: Run::Class(skip_alpha) },
    Entry { rule: Rule::digit, run: Run::Class(skip_digit) },
    Entry { rule: Rule::safe, run: Run::Class(skip_safe) },
    Entry { rule: Rule::extra, run: Run::Class(skip_extra) },
    Entry { rule: Rule::reserved, run: Run::Class(skip_reserved) },
    Entry { rule: Rule::hex, run: Run::Class(skip_hex) },
    Entry { rule: Rule::escape, run: Run::Class(skip_escape) },
    Entry { rule: Rule::unreserved, run: Run::Class(skip_unreserved) },
    Entry { rule: Rule::uchar, run: Run::Class(skip_uchar) },
    Entry { rule: Rule::xchar, run: Run::Class(skip_xchar) },
    Entry { rule: Rule::digits, run: Run::Spans(take_digits) },
];

static C0: Set = set(0x7fffffe0000000003ff680000000000, false);
static C1: Set = set(0x7fffffe87ffffffafffffd200000000, false);
static C2: Set = set(0x7e0000007e03ff000000000000, false);
static C3: Set = set(0x800000000000, false);
static C4: Set = set(0x7fffffe87ffffffafff7ff200000000, false);
static C5: Set = set(0x7fffffe07fffffe03ff000000000000, false);
static C6: Set = set(0x200000000000, false);
static C7: Set = set(0x7fffffe07fffffe0000000000000000, false);
static C8: Set = set(0x3ff000000000000, false);
static C9: Set = set(0x7fffffe87fffffeabff7fd200000000, false);
static C10: Set = set(0x7fffffe87ffffffa7ffffd200000000, false);
static C11: Set = set(0x7fffffe87ffffffa7ff7fd200000000, false);
static C12: Set = set(0x212000002120000000000000000, false);
static C13: Set = set(0x7fffffe87ffffff2fffffd200000000, false);
static C14: Set = set(0x7fffffe87ffffff2fff7fd200000000, false);
static C15: Set = set(0x7fffffe87ffffffaffffff200000000, false);
static C16: Set = set(0x7fffffe87fffffeaffffff200000000, false);
static C17: Set = set(0x7fffffe87fffffe03ff680000000000, false);
static C18: Set = set(0x7fffffe87fffffeafffffd200000000, false);
static C19: Set = set(0x800000000000000000000000000000, false);
static C20: Set = set(0x7fffffe87fffffe03ff7f9200000000, false);
static C21: Set = set(0x7fffffe87ffffff87ff7fd200000000, false);
static C22: Set = set(0x7fffffe000000000000000000000000, false);
static C23: Set = set(0x7fffffe0000000000000000, false);
static C24: Set = set(0x800000000000681000000000, false);
static C25: Set = set(0x178200000000, false);
static C26: Set = set(0x1ac00804000000000, false);

fn take_genericurl(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let place = out.open();
    let end = 'l1: {
        let at = step!('l1, take_scheme(s, at, out));
        let at = step!('l1, byte(s, at, b':'));
        take_schemepart(s, at, out)
    };
    out.close(place, Rule::genericurl, at, end)
}

fn take_url(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let place = out.open();
    let end = match s.get(at) {
        Some(b'+' | b'-' | b'.' | b'0'..=b'9' | b'a'..=b'e' | b'i'..=b'l' | b'o' | b'q'..=b's' | b'u' | b'v' | b'x'..=b'z') => take_otherurl(s, at, out),
        Some(b'f') => 'l1: {
            attempt!('l1, out, take_ftpurl(s, at, out));
            attempt!('l1, out, take_fileurl(s, at, out));
            take_otherurl(s, at, out)
        },
        Some(b'g') => 'l2: {
            attempt!('l2, out, take_gopherurl(s, at, out));
            take_otherurl(s, at, out)
        },
        Some(b'h') => 'l3: {
            attempt!('l3, out, take_httpurl(s, at, out));
            take_otherurl(s, at, out)
        },
        Some(b'm') => 'l4: {
            attempt!('l4, out, take_mailtourl(s, at, out));
            take_otherurl(s, at, out)
        },
        Some(b'n') => 'l5: {
            attempt!('l5, out, take_newsurl(s, at, out));
            attempt!('l5, out, take_nntpurl(s, at, out));
            take_otherurl(s, at, out)
        },
        Some(b'p') => 'l6: {
            attempt!('l6, out, take_prosperourl(s, at, out));
            take_otherurl(s, at, out)
        },
        Some(b't') => 'l7: {
            attempt!('l7, out, take_telneturl(s, at, out));
            take_otherurl(s, at, out)
        },
        Some(b'w') => 'l8: {
            attempt!('l8, out, take_waisurl(s, at, out));
            take_otherurl(s, at, out)
        },
        _ => FAIL,
    };
    out.close(place, Rule::url, at, end)
}

fn take_otherurl(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let place = out.open();
    let end = 'l1: {
        let at = step!('l1, only(at, (skip__predefined(s, at)) == FAIL));
        take_genericurl(s, at, out)
    };
    out.close(place, Rule::otherurl, at, end)
}

fn skip__predefined(s: &[u8], at: usize) -> usize {
    'l1: {
        let at = step!('l1, match s.get(at) {
            Some(b'f') => 'l2: {
                attempt!('l2, literal(s, at, b"ftp"));
                literal(s, at, b"file")
            },
            Some(b'g') => literal(s, at, b"gopher"),
            Some(b'h') => literal(s, at, b"http"),
            Some(b'm') => literal(s, at, b"mailto"),
            Some(b'n') => 'l3: {
                attempt!('l3, literal(s, at, b"news"));
                literal(s, at, b"nntp")
            },
            Some(b'p') => literal(s, at, b"prospero"),
            Some(b't') => literal(s, at, b"telnet"),
            Some(b'w') => literal(s, at, b"wais"),
            _ => FAIL,
        });
        byte(s, at, b':')
    }
}

fn take_scheme(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = 'l1: {
        let at = step!('l1, one(s, at, &C0));
        many(s, at, &C0)
    };
    out.leaf(Rule::scheme, at, end)
}

fn take_schemepart(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let place = out.open();
    let end = 'l1: {
        if holds(s, at, &C3) {
            attempt!('l1, out, 'l2: {
                let at = step!('l2, take_ip_schemepart(s, at, out));
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
        {
            let mut at = at;
            loop {
                at = many(s, at, &C1);
                at = again!(at, 'l5: {
                    let at = step!('l5, byte(s, at, b'%'));
                    let at = step!('l5, one(s, at, &C2));
                    one(s, at, &C2)
                });
            }
        }
    };
    out.close(place, Rule::schemepart, at, end)
}

fn take_ip_schemepart(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let place = out.open();
    let end = 'l1: {
        let at = step!('l1, literal(s, at, b"//"));
        let at = step!('l1, take_login(s, at, out));
        'l2: {
            attempt!('l2, out, 'l3: {
                let at = step!('l3, byte(s, at, b'/'));
                take_urlpath(s, at, out)
            });
            at
        }
    };
    out.close(place, Rule::ip_schemepart, at, end)
}

fn take_login(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let place = out.open();
    let end = 'l1: {
        let at = step!('l1, 'l2: {
            if holds(s, at, &C4) {
                attempt!('l2, out, 'l3: {
                    let at = step!('l3, take_user(s, at, out));
                    let at = step!('l3, 'l4: {
                        attempt!('l4, out, 'l5: {
                            let at = step!('l5, byte(s, at, b':'));
                            take_password(s, at, out)
                        });
                        at
                    });
                    byte(s, at, b'@')
                });
            }
            at
        });
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
        if holds(s, at, &C5) {
            attempt!('l1, out, take_hostname(s, at, out));
        }
        take_hostnumber(s, at, out)
    };
    out.close(place, Rule::host, at, end)
}

fn take_hostname(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    if !out.lists {
        return out.leaf(Rule::hostname, at, skip_hostname(s, at));
    }
    let place = out.open();
    let end = 'l1: {
        let at = {
            let mut at = at;
            loop {
                at = again!(out, at, 'l2: {
                    let at = step!('l2, take_domainlabel(s, at, out));
                    byte(s, at, b'.')
                });
            }
        };
        take_toplabel(s, at, out)
    };
    out.close(place, Rule::hostname, at, end)
}

fn skip_hostname(s: &[u8], at: usize) -> usize {
    'l1: {
        let at = {
            let mut at = at;
            loop {
                at = again!(at, 'l2: {
                    let at = step!('l2, skip_domainlabel(s, at));
                    byte(s, at, b'.')
                });
            }
        };
        skip_toplabel(s, at)
    }
}

fn skip_domainlabel(s: &[u8], at: usize) -> usize {
    'l1: {
        let at = step!('l1, one(s, at, &C5));
        {
            let mut at = at;
            loop {
                at = many(s, at, &C5);
                at = again!(at, 'l2: {
                    let at = step!('l2, byte(s, at, b'-'));
                    let at = many(s, at, &C6);
                    one(s, at, &C5)
                });
            }
        }
    }
}

fn take_domainlabel(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = 'l1: {
        let at = step!('l1, one(s, at, &C5));
        {
            let mut at = at;
            loop {
                at = many(s, at, &C5);
                at = again!(at, 'l2: {
                    let at = step!('l2, byte(s, at, b'-'));
                    let at = many(s, at, &C6);
                    one(s, at, &C5)
                });
            }
        }
    };
    out.leaf(Rule::domainlabel, at, end)
}

fn skip_toplabel(s: &[u8], at: usize) -> usize {
    'l1: {
        let at = step!('l1, one(s, at, &C7));
        {
            let mut at = at;
            loop {
                at = many(s, at, &C5);
                at = again!(at, 'l2: {
                    let at = step!('l2, byte(s, at, b'-'));
                    let at = many(s, at, &C6);
                    one(s, at, &C5)
                });
            }
        }
    }
}

fn take_toplabel(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = 'l1: {
        let at = step!('l1, one(s, at, &C7));
        {
            let mut at = at;
            loop {
                at = many(s, at, &C5);
                at = again!(at, 'l2: {
                    let at = step!('l2, byte(s, at, b'-'));
                    let at = many(s, at, &C6);
                    one(s, at, &C5)
                });
            }
        }
    };
    out.leaf(Rule::toplabel, at, end)
}

fn skip_alphadigit(s: &[u8], at: usize) -> usize {
    one(s, at, &C5)
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

fn take_user(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = {
        let mut at = at;
        loop {
            at = many(s, at, &C9);
            at = again!(at, 'l1: {
                let at = step!('l1, byte(s, at, b'%'));
                let at = step!('l1, one(s, at, &C2));
                one(s, at, &C2)
            });
        }
    };
    out.leaf(Rule::user, at, end)
}

fn take_password(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = {
        let mut at = at;
        loop {
            at = many(s, at, &C9);
            at = again!(at, 'l1: {
                let at = step!('l1, byte(s, at, b'%'));
                let at = step!('l1, one(s, at, &C2));
                one(s, at, &C2)
            });
        }
    };
    out.leaf(Rule::password, at, end)
}

fn take_urlpath(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = {
        let mut at = at;
        loop {
            at = many(s, at, &C1);
            at = again!(at, 'l1: {
                let at = step!('l1, byte(s, at, b'%'));
                let at = step!('l1, one(s, at, &C2));
                one(s, at, &C2)
            });
        }
    };
    out.leaf(Rule::urlpath, at, end)
}

fn take_ftpurl(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let place = out.open();
    let end = 'l1: {
        let at = step!('l1, literal(s, at, b"ftp://"));
        let at = step!('l1, take_login(s, at, out));
        'l2: {
            attempt!('l2, out, 'l3: {
                let at = step!('l3, byte(s, at, b'/'));
                let at = step!('l3, take_fpath(s, at, out));
                'l4: {
                    attempt!('l4, out, 'l5: {
                        let at = step!('l5, literal(s, at, b";type="));
                        take_ftptype(s, at, out)
                    });
                    at
                }
            });
            at
        }
    };
    out.close(place, Rule::ftpurl, at, end)
}

fn take_fpath(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    if !out.lists {
        return out.leaf(Rule::fpath, at, skip_fpath(s, at));
    }
    let place = out.open();
    let end = 'l1: {
        let at = step!('l1, take_fsegment(s, at, out));
        {
            let mut at = at;
            loop {
                at = again!(out, at, 'l2: {
                    let at = step!('l2, byte(s, at, b'/'));
                    take_fsegment(s, at, out)
                });
            }
        }
    };
    out.close(place, Rule::fpath, at, end)
}

fn skip_fpath(s: &[u8], at: usize) -> usize {
    {
        let mut at = at;
        loop {
            at = many(s, at, &C10);
            at = again!(at, 'l1: {
                let at = step!('l1, byte(s, at, b'%'));
                let at = step!('l1, one(s, at, &C2));
                one(s, at, &C2)
            });
        }
    }
}

fn take_fsegment(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = {
        let mut at = at;
        loop {
            at = many(s, at, &C11);
            at = again!(at, 'l1: {
                let at = step!('l1, byte(s, at, b'%'));
                let at = step!('l1, one(s, at, &C2));
                one(s, at, &C2)
            });
        }
    };
    out.leaf(Rule::fsegment, at, end)
}

fn take_ftptype(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = one(s, at, &C12);
    out.leaf(Rule::ftptype, at, end)
}

fn take_fileurl(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let place = out.open();
    let end = 'l1: {
        let at = step!('l1, literal(s, at, b"file://"));
        let at = step!('l1, 'l2: {
            if holds(s, at, &C5) {
                attempt!('l2, out, take_host(s, at, out));
            }
            at
        });
        let at = step!('l1, byte(s, at, b'/'));
        take_fpath(s, at, out)
    };
    out.close(place, Rule::fileurl, at, end)
}

fn take_httpurl(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let place = out.open();
    let end = 'l1: {
        let at = step!('l1, literal(s, at, b"http://"));
        let at = step!('l1, take_hostport(s, at, out));
        'l2: {
            attempt!('l2, out, 'l3: {
                let at = step!('l3, byte(s, at, b'/'));
                let at = step!('l3, take_hpath(s, at, out));
                'l4: {
                    attempt!('l4, out, 'l5: {
                        let at = step!('l5, byte(s, at, b'?'));
                        take_search(s, at, out)
                    });
                    at
                }
            });
            at
        }
    };
    out.close(place, Rule::httpurl, at, end)
}

fn take_hpath(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    if !out.lists {
        return out.leaf(Rule::hpath, at, skip_hpath(s, at));
    }
    let place = out.open();
    let end = 'l1: {
        let at = step!('l1, take_hsegment(s, at, out));
        {
            let mut at = at;
            loop {
                at = again!(out, at, 'l2: {
                    let at = step!('l2, byte(s, at, b'/'));
                    take_hsegment(s, at, out)
                });
            }
        }
    };
    out.close(place, Rule::hpath, at, end)
}

fn skip_hpath(s: &[u8], at: usize) -> usize {
    {
        let mut at = at;
        loop {
            at = many(s, at, &C13);
            at = again!(at, 'l1: {
                let at = step!('l1, byte(s, at, b'%'));
                let at = step!('l1, one(s, at, &C2));
                one(s, at, &C2)
            });
        }
    }
}

fn take_hsegment(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = {
        let mut at = at;
        loop {
            at = many(s, at, &C14);
            at = again!(at, 'l1: {
                let at = step!('l1, byte(s, at, b'%'));
                let at = step!('l1, one(s, at, &C2));
                one(s, at, &C2)
            });
        }
    };
    out.leaf(Rule::hsegment, at, end)
}

fn take_search(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = {
        let mut at = at;
        loop {
            at = many(s, at, &C14);
            at = again!(at, 'l1: {
                let at = step!('l1, byte(s, at, b'%'));
                let at = step!('l1, one(s, at, &C2));
                one(s, at, &C2)
            });
        }
    };
    out.leaf(Rule::search, at, end)
}

fn take_gopherurl(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let place = out.open();
    let end = 'l1: {
        let at = step!('l1, literal(s, at, b"gopher://"));
        let at = step!('l1, take_hostport(s, at, out));
        'l2: {
            attempt!('l2, out, 'l3: {
                let at = step!('l3, byte(s, at, b'/'));
                'l4: {
                    if holds(s, at, &C15) {
                        attempt!('l4, out, 'l5: {
                            let at = step!('l5, take_gtype(s, at, out));
                            let at = step!('l5, take_selector__before_search(s, at, out));
                            'l6: {
                                attempt!('l6, out, 'l7: {
                                    let at = step!('l7, literal(s, at, b"%09"));
                                    let at = step!('l7, take_search__before_gopher_plus(s, at, out));
                                    'l8: {
                                        attempt!('l8, out, 'l9: {
                                            let at = step!('l9, literal(s, at, b"%09"));
                                            take_gopher_plus_string(s, at, out)
                                        });
                                        at
                                    }
                                });
                                at
                            }
                        });
                    }
                    at
                }
            });
            at
        }
    };
    out.close(place, Rule::gopherurl, at, end)
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

fn take_selector(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = {
        let mut at = at;
        loop {
            at = many(s, at, &C1);
            at = again!(at, 'l1: {
                let at = step!('l1, byte(s, at, b'%'));
                let at = step!('l1, one(s, at, &C2));
                one(s, at, &C2)
            });
        }
    };
    out.leaf(Rule::selector, at, end)
}

fn take_gopher_plus_string(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = {
        let mut at = at;
        loop {
            at = many(s, at, &C1);
            at = again!(at, 'l1: {
                let at = step!('l1, byte(s, at, b'%'));
                let at = step!('l1, one(s, at, &C2));
                one(s, at, &C2)
            });
        }
    };
    out.leaf(Rule::gopher_plus_string, at, end)
}

fn take_mailtourl(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let place = out.open();
    let end = 'l1: {
        let at = step!('l1, literal(s, at, b"mailto:"));
        take_encoded822addr(s, at, out)
    };
    out.close(place, Rule::mailtourl, at, end)
}

fn take_encoded822addr(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
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
    out.leaf(Rule::encoded822addr, at, end)
}

fn take_newsurl(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let place = out.open();
    let end = 'l1: {
        let at = step!('l1, literal(s, at, b"news:"));
        take_grouppart(s, at, out)
    };
    out.close(place, Rule::newsurl, at, end)
}

fn take_grouppart(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let place = out.open();
    let end = 'l1: {
        if holds(s, at, &C16) {
            attempt!('l1, out, take_article(s, at, out));
        }
        attempt!('l1, byte(s, at, b'*'));
        take_group(s, at, out)
    };
    out.close(place, Rule::grouppart, at, end)
}

fn take_group(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = 'l1: {
        let at = step!('l1, one(s, at, &C7));
        many(s, at, &C17)
    };
    out.leaf(Rule::group, at, end)
}

fn take_article(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let place = out.open();
    let end = 'l1: {
        let at = step!('l1, 'l2: {
            attempt!('l2, one(s, at, &C18));
            'l3: {
                let at = step!('l3, byte(s, at, b'%'));
                let at = step!('l3, one(s, at, &C2));
                one(s, at, &C2)
            }
        });
        let at = {
            let mut at = at;
            loop {
                at = many(s, at, &C18);
                at = again!(at, 'l4: {
                    let at = step!('l4, byte(s, at, b'%'));
                    let at = step!('l4, one(s, at, &C2));
                    one(s, at, &C2)
                });
            }
        };
        let at = step!('l1, byte(s, at, b'@'));
        take_host(s, at, out)
    };
    out.close(place, Rule::article, at, end)
}

fn take_nntpurl(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let place = out.open();
    let end = 'l1: {
        let at = step!('l1, literal(s, at, b"nntp://"));
        let at = step!('l1, take_hostport(s, at, out));
        let at = step!('l1, byte(s, at, b'/'));
        let at = step!('l1, take_group(s, at, out));
        'l2: {
            attempt!('l2, out, 'l3: {
                let at = step!('l3, byte(s, at, b'/'));
                take_digits(s, at, out)
            });
            at
        }
    };
    out.close(place, Rule::nntpurl, at, end)
}

fn take_telneturl(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let place = out.open();
    let end = 'l1: {
        let at = step!('l1, literal(s, at, b"telnet://"));
        let at = step!('l1, take_login(s, at, out));
        'l2: {
            attempt!('l2, byte(s, at, b'/'));
            at
        }
    };
    out.close(place, Rule::telneturl, at, end)
}

fn take_waisurl(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let place = out.open();
    let end = 'l1: {
        if holds(s, at, &C19) {
            attempt!('l1, out, take_waisdoc(s, at, out));
        }
        if holds(s, at, &C19) {
            attempt!('l1, out, take_waisindex(s, at, out));
        }
        take_waisdatabase(s, at, out)
    };
    out.close(place, Rule::waisurl, at, end)
}

fn take_waisdatabase(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let place = out.open();
    let end = 'l1: {
        let at = step!('l1, literal(s, at, b"wais://"));
        let at = step!('l1, take_hostport(s, at, out));
        let at = step!('l1, byte(s, at, b'/'));
        take_database(s, at, out)
    };
    out.close(place, Rule::waisdatabase, at, end)
}

fn take_waisindex(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let place = out.open();
    let end = 'l1: {
        let at = step!('l1, literal(s, at, b"wais://"));
        let at = step!('l1, take_hostport(s, at, out));
        let at = step!('l1, byte(s, at, b'/'));
        let at = step!('l1, take_database(s, at, out));
        let at = step!('l1, byte(s, at, b'?'));
        take_search(s, at, out)
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

fn take_database(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = {
        let mut at = at;
        loop {
            at = many(s, at, &C20);
            at = again!(at, 'l1: {
                let at = step!('l1, byte(s, at, b'%'));
                let at = step!('l1, one(s, at, &C2));
                one(s, at, &C2)
            });
        }
    };
    out.leaf(Rule::database, at, end)
}

fn take_wtype(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = {
        let mut at = at;
        loop {
            at = many(s, at, &C20);
            at = again!(at, 'l1: {
                let at = step!('l1, byte(s, at, b'%'));
                let at = step!('l1, one(s, at, &C2));
                one(s, at, &C2)
            });
        }
    };
    out.leaf(Rule::wtype, at, end)
}

fn take_wpath(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = {
        let mut at = at;
        loop {
            at = many(s, at, &C20);
            at = again!(at, 'l1: {
                let at = step!('l1, byte(s, at, b'%'));
                let at = step!('l1, one(s, at, &C2));
                one(s, at, &C2)
            });
        }
    };
    out.leaf(Rule::wpath, at, end)
}

fn take_prosperourl(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let place = out.open();
    let end = 'l1: {
        let at = step!('l1, literal(s, at, b"prospero://"));
        let at = step!('l1, take_hostport(s, at, out));
        let at = step!('l1, byte(s, at, b'/'));
        let at = step!('l1, take_ppath(s, at, out));
        {
            let mut at = at;
            loop {
                at = again!(out, at, take_fieldspec(s, at, out));
            }
        }
    };
    out.close(place, Rule::prosperourl, at, end)
}

fn take_ppath(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    if !out.lists {
        return out.leaf(Rule::ppath, at, skip_ppath(s, at));
    }
    let place = out.open();
    let end = 'l1: {
        let at = step!('l1, take_psegment(s, at, out));
        {
            let mut at = at;
            loop {
                at = again!(out, at, 'l2: {
                    let at = step!('l2, byte(s, at, b'/'));
                    take_psegment(s, at, out)
                });
            }
        }
    };
    out.close(place, Rule::ppath, at, end)
}

fn skip_ppath(s: &[u8], at: usize) -> usize {
    {
        let mut at = at;
        loop {
            at = many(s, at, &C10);
            at = again!(at, 'l1: {
                let at = step!('l1, byte(s, at, b'%'));
                let at = step!('l1, one(s, at, &C2));
                one(s, at, &C2)
            });
        }
    }
}

fn take_psegment(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = {
        let mut at = at;
        loop {
            at = many(s, at, &C11);
            at = again!(at, 'l1: {
                let at = step!('l1, byte(s, at, b'%'));
                let at = step!('l1, one(s, at, &C2));
                one(s, at, &C2)
            });
        }
    };
    out.leaf(Rule::psegment, at, end)
}

fn take_fieldspec(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let place = out.open();
    let end = 'l1: {
        let at = step!('l1, byte(s, at, b';'));
        let at = step!('l1, take_fieldname(s, at, out));
        let at = step!('l1, byte(s, at, b'='));
        take_fieldvalue(s, at, out)
    };
    out.close(place, Rule::fieldspec, at, end)
}

fn take_fieldname(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = {
        let mut at = at;
        loop {
            at = many(s, at, &C21);
            at = again!(at, 'l1: {
                let at = step!('l1, byte(s, at, b'%'));
                let at = step!('l1, one(s, at, &C2));
                one(s, at, &C2)
            });
        }
    };
    out.leaf(Rule::fieldname, at, end)
}

fn take_fieldvalue(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = {
        let mut at = at;
        loop {
            at = many(s, at, &C21);
            at = again!(at, 'l1: {
                let at = step!('l1, byte(s, at, b'%'));
                let at = step!('l1, one(s, at, &C2));
                one(s, at, &C2)
            });
        }
    };
    out.leaf(Rule::fieldvalue, at, end)
}

fn skip_lowalpha(s: &[u8], at: usize) -> usize {
    one(s, at, &C22)
}

fn skip_hialpha(s: &[u8], at: usize) -> usize {
    one(s, at, &C23)
}

fn skip_alpha(s: &[u8], at: usize) -> usize {
    one(s, at, &C7)
}

fn skip_digit(s: &[u8], at: usize) -> usize {
    one(s, at, &C8)
}

fn skip_safe(s: &[u8], at: usize) -> usize {
    one(s, at, &C24)
}

fn skip_extra(s: &[u8], at: usize) -> usize {
    one(s, at, &C25)
}

fn skip_reserved(s: &[u8], at: usize) -> usize {
    one(s, at, &C26)
}

fn skip_hex(s: &[u8], at: usize) -> usize {
    one(s, at, &C2)
}

fn skip_escape(s: &[u8], at: usize) -> usize {
    'l1: {
        let at = step!('l1, byte(s, at, b'%'));
        let at = step!('l1, one(s, at, &C2));
        one(s, at, &C2)
    }
}

fn skip_unreserved(s: &[u8], at: usize) -> usize {
    one(s, at, &C20)
}

fn skip_uchar(s: &[u8], at: usize) -> usize {
    'l1: {
        attempt!('l1, one(s, at, &C20));
        'l2: {
            let at = step!('l2, byte(s, at, b'%'));
            let at = step!('l2, one(s, at, &C2));
            one(s, at, &C2)
        }
    }
}

fn skip_xchar(s: &[u8], at: usize) -> usize {
    'l1: {
        attempt!('l1, one(s, at, &C1));
        'l2: {
            let at = step!('l2, byte(s, at, b'%'));
            let at = step!('l2, one(s, at, &C2));
            one(s, at, &C2)
        }
    }
}

fn take_digits(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = 'l1: {
        let at = step!('l1, one(s, at, &C8));
        many(s, at, &C8)
    };
    out.leaf(Rule::digits, at, end)
}

fn take_selector__before_search(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = {
        let mut at = at;
        loop {
            at = many(s, at, &C1);
            at = again!(at, 'l1: {
                let at = step!('l1, only(at, (skip__search_part(s, at)) == FAIL));
                let at = step!('l1, byte(s, at, b'%'));
                let at = step!('l1, one(s, at, &C2));
                one(s, at, &C2)
            });
        }
    };
    out.leaf(Rule::selector, at, end)
}

fn take_search__before_gopher_plus(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = {
        let mut at = at;
        loop {
            at = many(s, at, &C14);
            at = again!(at, 'l1: {
                let at = step!('l1, only(at, (literal(s, at, b"%09")) == FAIL));
                let at = step!('l1, byte(s, at, b'%'));
                let at = step!('l1, one(s, at, &C2));
                one(s, at, &C2)
            });
        }
    };
    out.leaf(Rule::search, at, end)
}

fn skip__search_part(s: &[u8], at: usize) -> usize {
    'l1: {
        let at = step!('l1, literal(s, at, b"%09"));
        let at = {
            let mut at = at;
            loop {
                at = many(s, at, &C14);
                at = again!(at, 'l2: {
                    let at = step!('l2, only(at, (literal(s, at, b"%09")) == FAIL));
                    let at = step!('l2, byte(s, at, b'%'));
                    let at = step!('l2, one(s, at, &C2));
                    one(s, at, &C2)
                });
            }
        };
        'l3: {
            attempt!('l3, literal(s, at, b"%09"));
            only(at, ('l4: {
                attempt!('l4, one(s, at, &C1));
                'l5: {
                    let at = step!('l5, byte(s, at, b'%'));
                    let at = step!('l5, one(s, at, &C2));
                    one(s, at, &C2)
                }
            }) == FAIL)
        }
    }
}
