// Made from `grammar/rfc2732.pest` by `src/language/generate.rs`. A unit test keeps it fresh: do not edit it.

use super::run::*;
use crate::rule::Rule;

pub(super) const ENTRIES: &[Entry] = &[
    Entry { rule: Rule::URI_reference, run: Run::Spans(take_URI_reference) },
    Entry { rule: Rule::absoluteURI, run: Run::Spans(take_absoluteURI) },
    Entry { rule: Rule::relativeURI, run: Run::Spans(take_relativeURI) },
    Entry { rule: Rule::hier_part, run: Run::Spans(take_hier_part) },
    Entry { rule: Rule::opaque_part, run: Run::Spans(take_opaque_part) },
    Entry { rule: Rule::uric_no_slash, run: Run::Class(skip_uric_no_slash) },
    Entry { rule: Rule::net_path, run: Run::Spans(take_net_path) },
    Entry { rule: Rule::abs_path, run: Run::Spans(take_abs_path) },
    Entry { rule: Rule::rel_path, run: Run::Spans(take_rel_path) },
    Entry { rule: Rule::rel_segment, run: Run::Spans(take_rel_segment) },
    Entry { rule: Rule::scheme, run: Run::Spans(take_scheme) },
    Entry { rule: Rule::authority, run: Run::Spans(take_authority) },
    Entry { rule: Rule::reg_name, run: Run::Spans(take_reg_name) },
    Entry { rule: Rule::server, run: Run::Spans(take_server) },
    Entry { rule: Rule::userinfo, run: Run::Spans(take_userinfo) },
    Entry { rule: Rule::hostport, run: Run::Spans(take_hostport) },
    Entry { rule: Rule::host, run: Run::Spans(take_host) },
    Entry { rule: Rule::hostname, run: Run::Spans(take_hostname) },
    Entry { rule: Rule::domainlabel, run: Run::Spans(take_domainlabel) },
    Entry { rule: Rule::toplabel, run: Run::Spans(take_toplabel) },
    Entry { rule: Rule::IPv4address, run: Run::Spans(take_IPv4address) },
    Entry { rule: Rule::port, run: Run::Spans(take_port) },
    Entry { rule: Rule::path_segments, run: Run::Spans(take_path_segments) },
    Entry { rule: Rule::segment, run: Run::Spans(take_segment) },
    Entry { rule: Rule::param, run: Run::Spans(take_param) },
    Entry { rule: Rule::pchar, run: Run::Class(skip_pchar) },
    Entry { rule: Rule::query, run: Run::Spans(take_query) },
    Entry { rule: Rule::fragment, run: Run::Spans(take_fragment) },
    Entry { rule: Rule::uric, run: Run::Class(skip_uric) },
    Entry { rule: Rule::reserved, run: Run::Class(skip_reserved) },
    Entry { rule: Rule::unreserved, run: Run::Class(skip_unreserved) },
    Entry { rule: Rule::mark, run: Run::Class(skip_mark) },
    Entry { rule: Rule::escaped, run: Run::Class(skip_escaped) },
    Entry { rule: Rule::hex, run: Run::Class(skip_hex) },
    Entry { rule: Rule::alphanum, run: Run::Class(skip_alphanum) },
    Entry { rule: Rule::alpha, run: Run::Class(skip_alpha) },
    Entry { rule: Rule::lowalpha, run: Run::Class(skip_lowalpha) },
    Entry { rule: Rule::upalpha, run: Run::Class(skip_upalpha) },
    Entry { rule: Rule::digit, run: Run::Class(skip_digit) },
    Entry { rule: Rule::ipv6reference, run: Run::Spans(take_ipv6reference) },
    Entry { rule: Rule::IPv6address, run: Run::Spans(take_IPv6address) },
    Entry { rule: Rule::hexpart, run: Run::Spans(take_hexpart) },
    Entry { rule: Rule::hexseq, run: Run::Spans(take_hexseq) },
    Entry { rule: Rule::hex4, run: Run::Spans(take_hex4) },
    Entry { rule: Rule::DIGIT, run: Run::Class(skip_DIGIT) },
    Entry { rule: Rule::HEXDIG, run: Run::Class(skip_HEXDIG) },
];

static C0: Set = set(0x7fffffe07fffffe0000000000000000, false);
static C1: Set = set(0x47fffffe87ffffff2bfffff200000000, false);
static C2: Set = set(0x800000000000, false);
static C3: Set = set(0x47fffffe87ffffffafff7fd200000000, false);
static C4: Set = set(0x7e0000007e03ff000000000000, false);
static C5: Set = set(0x47fffffeafffffff2fffffd200000000, false);
static C6: Set = set(0x47fffffeafffffffafffffd200000000, false);
static C7: Set = set(0x47fffffe87ffffff2bff7fd200000000, false);
static C8: Set = set(0x7fffffe07fffffe03ff680000000000, false);
static C9: Set = set(0x47fffffe87ffffff2fff7fd200000000, false);
static C10: Set = set(0x7fffffe0ffffffe03ff000000000000, false);
static C11: Set = set(0x47fffffe87ffffff2fff7ff200000000, false);
static C12: Set = set(0x47fffffe87fffffe2fff7fd200000000, false);
static C13: Set = set(0x7fffffe07fffffe03ff000000000000, false);
static C14: Set = set(0x3ff000000000000, false);
static C15: Set = set(0x200000000000, false);
static C16: Set = set(0x47fffffe87ffffff2fffffd200000000, false);
static C17: Set = set(0x47fffffe87ffffff27ff7fd200000000, false);
static C18: Set = set(0x28000001ac00985000000000, false);
static C19: Set = set(0x47fffffe87fffffe03ff678200000000, false);
static C20: Set = set(0x40000000800000000000678200000000, false);
static C21: Set = set(0x7fffffe000000000000000000000000, false);
static C22: Set = set(0x7fffffe0000000000000000, false);

fn take_URI_reference(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let place = out.open();
    let end = 'l1: {
        let at = step!('l1, 'l2: {
            if holds(s, at, &C0) {
                attempt!('l2, out, take_absoluteURI(s, at, out));
            }
            if holds(s, at, &C1) {
                attempt!('l2, out, take_relativeURI(s, at, out));
            }
            at
        });
        'l3: {
            attempt!('l3, out, 'l4: {
                let at = step!('l4, byte(s, at, b'#'));
                take_fragment(s, at, out)
            });
            at
        }
    };
    out.close(place, Rule::URI_reference, at, end)
}

fn take_absoluteURI(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let place = out.open();
    let end = 'l1: {
        let at = step!('l1, take_scheme(s, at, out));
        let at = step!('l1, byte(s, at, b':'));
        'l2: {
            if holds(s, at, &C2) {
                attempt!('l2, out, take_hier_part(s, at, out));
            }
            take_opaque_part(s, at, out)
        }
    };
    out.close(place, Rule::absoluteURI, at, end)
}

fn take_relativeURI(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let place = out.open();
    let end = 'l1: {
        let at = step!('l1, 'l2: {
            if holds(s, at, &C2) {
                attempt!('l2, out, take_net_path(s, at, out));
            }
            if holds(s, at, &C2) {
                attempt!('l2, out, take_abs_path(s, at, out));
            }
            take_rel_path(s, at, out)
        });
        'l3: {
            attempt!('l3, out, 'l4: {
                let at = step!('l4, byte(s, at, b'?'));
                take_query(s, at, out)
            });
            at
        }
    };
    out.close(place, Rule::relativeURI, at, end)
}

fn take_hier_part(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let place = out.open();
    let end = 'l1: {
        let at = step!('l1, 'l2: {
            if holds(s, at, &C2) {
                attempt!('l2, out, take_net_path(s, at, out));
            }
            take_abs_path(s, at, out)
        });
        'l3: {
            attempt!('l3, out, 'l4: {
                let at = step!('l4, byte(s, at, b'?'));
                take_query(s, at, out)
            });
            at
        }
    };
    out.close(place, Rule::hier_part, at, end)
}

fn take_opaque_part(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = 'l1: {
        let at = step!('l1, only(at, ('l2: {
            attempt!('l2, one(s, at, &C3));
            'l3: {
                let at = step!('l3, byte(s, at, b'%'));
                let at = step!('l3, one(s, at, &C4));
                one(s, at, &C4)
            }
        }) != FAIL));
        let at = {
            let mut at = at;
            loop {
                at = many(s, at, &C5);
                at = again!(at, 'l4: {
                    let at = step!('l4, byte(s, at, b'%'));
                    let at = step!('l4, one(s, at, &C4));
                    one(s, at, &C4)
                });
            }
        };
        'l5: {
            attempt!('l5, 'l6: {
                let at = step!('l6, byte(s, at, b'?'));
                {
                    let mut at = at;
                    loop {
                        at = many(s, at, &C6);
                        at = again!(at, 'l7: {
                            let at = step!('l7, byte(s, at, b'%'));
                            let at = step!('l7, one(s, at, &C4));
                            one(s, at, &C4)
                        });
                    }
                }
            });
            at
        }
    };
    out.leaf(Rule::opaque_part, at, end)
}

fn skip_uric_no_slash(s: &[u8], at: usize) -> usize {
    'l1: {
        attempt!('l1, one(s, at, &C3));
        'l2: {
            let at = step!('l2, byte(s, at, b'%'));
            let at = step!('l2, one(s, at, &C4));
            one(s, at, &C4)
        }
    }
}

fn take_net_path(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let place = out.open();
    let end = 'l1: {
        let at = step!('l1, literal(s, at, b"//"));
        let at = step!('l1, take_authority(s, at, out));
        'l2: {
            if holds(s, at, &C2) {
                attempt!('l2, out, take_abs_path(s, at, out));
            }
            at
        }
    };
    out.close(place, Rule::net_path, at, end)
}

fn take_abs_path(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let place = out.open();
    let end = 'l1: {
        let at = step!('l1, byte(s, at, b'/'));
        take_path_segments(s, at, out)
    };
    out.close(place, Rule::abs_path, at, end)
}

fn take_rel_path(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let place = out.open();
    let end = 'l1: {
        let at = step!('l1, take_rel_segment(s, at, out));
        'l2: {
            if holds(s, at, &C2) {
                attempt!('l2, out, take_abs_path(s, at, out));
            }
            at
        }
    };
    out.close(place, Rule::rel_path, at, end)
}

fn take_rel_segment(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = 'l1: {
        let at = step!('l1, 'l2: {
            attempt!('l2, one(s, at, &C7));
            'l3: {
                let at = step!('l3, byte(s, at, b'%'));
                let at = step!('l3, one(s, at, &C4));
                one(s, at, &C4)
            }
        });
        {
            let mut at = at;
            loop {
                at = many(s, at, &C7);
                at = again!(at, 'l4: {
                    let at = step!('l4, byte(s, at, b'%'));
                    let at = step!('l4, one(s, at, &C4));
                    one(s, at, &C4)
                });
            }
        }
    };
    out.leaf(Rule::rel_segment, at, end)
}

fn take_scheme(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = 'l1: {
        let at = step!('l1, one(s, at, &C0));
        many(s, at, &C8)
    };
    out.leaf(Rule::scheme, at, end)
}

fn take_authority(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let place = out.open();
    let end = 'l1: {
        attempt!('l1, out, take_server(s, at, out));
        take_reg_name(s, at, out)
    };
    out.close(place, Rule::authority, at, end)
}

fn take_reg_name(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = 'l1: {
        let at = step!('l1, 'l2: {
            attempt!('l2, one(s, at, &C9));
            'l3: {
                let at = step!('l3, byte(s, at, b'%'));
                let at = step!('l3, one(s, at, &C4));
                one(s, at, &C4)
            }
        });
        {
            let mut at = at;
            loop {
                at = many(s, at, &C9);
                at = again!(at, 'l4: {
                    let at = step!('l4, byte(s, at, b'%'));
                    let at = step!('l4, one(s, at, &C4));
                    one(s, at, &C4)
                });
            }
        }
    };
    out.leaf(Rule::reg_name, at, end)
}

fn take_server(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let place = out.open();
    let end = 'l1: {
        if holds(s, at, &C10) {
            attempt!('l1, out, 'l2: {
                let at = step!('l2, take_hostport(s, at, out));
                only(at, ('l3: {
                    attempt!('l3, one(s, at, &C9));
                    'l4: {
                        let at = step!('l4, byte(s, at, b'%'));
                        let at = step!('l4, one(s, at, &C4));
                        one(s, at, &C4)
                    }
                }) == FAIL)
            });
        }
        if holds(s, at, &C11) {
            attempt!('l1, out, 'l5: {
                let at = step!('l5, take_userinfo(s, at, out));
                let at = step!('l5, byte(s, at, b'@'));
                let at = step!('l5, take_hostport(s, at, out));
                only(at, ('l6: {
                    attempt!('l6, one(s, at, &C9));
                    'l7: {
                        let at = step!('l7, byte(s, at, b'%'));
                        let at = step!('l7, one(s, at, &C4));
                        one(s, at, &C4)
                    }
                }) == FAIL)
            });
        }
        only(at, ('l8: {
            attempt!('l8, one(s, at, &C9));
            'l9: {
                let at = step!('l9, byte(s, at, b'%'));
                let at = step!('l9, one(s, at, &C4));
                one(s, at, &C4)
            }
        }) == FAIL)
    };
    out.close(place, Rule::server, at, end)
}

fn take_userinfo(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = {
        let mut at = at;
        loop {
            at = many(s, at, &C12);
            at = again!(at, 'l1: {
                let at = step!('l1, byte(s, at, b'%'));
                let at = step!('l1, one(s, at, &C4));
                one(s, at, &C4)
            });
        }
    };
    out.leaf(Rule::userinfo, at, end)
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
        if holds(s, at, &C13) {
            attempt!('l1, out, take_hostname(s, at, out));
        }
        if holds(s, at, &C14) {
            attempt!('l1, out, take_IPv4address(s, at, out));
        }
        take_ipv6reference(s, at, out)
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
                    let at = step!('l2, byte(s, at, b'.'));
                    only(at, (one(s, at, &C13)) != FAIL)
                });
            }
        };
        let at = step!('l1, take_toplabel(s, at, out));
        'l3: {
            attempt!('l3, byte(s, at, b'.'));
            at
        }
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
                    let at = step!('l2, byte(s, at, b'.'));
                    only(at, (one(s, at, &C13)) != FAIL)
                });
            }
        };
        let at = step!('l1, skip_toplabel(s, at));
        'l3: {
            attempt!('l3, byte(s, at, b'.'));
            at
        }
    }
}

fn skip_domainlabel(s: &[u8], at: usize) -> usize {
    'l1: {
        let at = step!('l1, one(s, at, &C13));
        {
            let mut at = at;
            loop {
                at = many(s, at, &C13);
                at = again!(at, 'l2: {
                    let at = step!('l2, byte(s, at, b'-'));
                    let at = many(s, at, &C15);
                    one(s, at, &C13)
                });
            }
        }
    }
}

fn take_domainlabel(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = 'l1: {
        let at = step!('l1, one(s, at, &C13));
        {
            let mut at = at;
            loop {
                at = many(s, at, &C13);
                at = again!(at, 'l2: {
                    let at = step!('l2, byte(s, at, b'-'));
                    let at = many(s, at, &C15);
                    one(s, at, &C13)
                });
            }
        }
    };
    out.leaf(Rule::domainlabel, at, end)
}

fn skip_toplabel(s: &[u8], at: usize) -> usize {
    'l1: {
        let at = step!('l1, one(s, at, &C0));
        {
            let mut at = at;
            loop {
                at = many(s, at, &C13);
                at = again!(at, 'l2: {
                    let at = step!('l2, byte(s, at, b'-'));
                    let at = many(s, at, &C15);
                    one(s, at, &C13)
                });
            }
        }
    }
}

fn take_toplabel(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = 'l1: {
        let at = step!('l1, one(s, at, &C0));
        {
            let mut at = at;
            loop {
                at = many(s, at, &C13);
                at = again!(at, 'l2: {
                    let at = step!('l2, byte(s, at, b'-'));
                    let at = many(s, at, &C15);
                    one(s, at, &C13)
                });
            }
        }
    };
    out.leaf(Rule::toplabel, at, end)
}

fn take_IPv4address(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = 'l1: {
        let at = step!('l1, one(s, at, &C14));
        let at = step!('l1, 'l2: {
            attempt!('l2, 'l3: {
                let at = step!('l3, one(s, at, &C14));
                'l4: {
                    attempt!('l4, one(s, at, &C14));
                    at
                }
            });
            at
        });
        let at = step!('l1, byte(s, at, b'.'));
        let at = step!('l1, one(s, at, &C14));
        let at = step!('l1, 'l5: {
            attempt!('l5, 'l6: {
                let at = step!('l6, one(s, at, &C14));
                'l7: {
                    attempt!('l7, one(s, at, &C14));
                    at
                }
            });
            at
        });
        let at = step!('l1, byte(s, at, b'.'));
        let at = step!('l1, one(s, at, &C14));
        let at = step!('l1, 'l8: {
            attempt!('l8, 'l9: {
                let at = step!('l9, one(s, at, &C14));
                'l10: {
                    attempt!('l10, one(s, at, &C14));
                    at
                }
            });
            at
        });
        let at = step!('l1, byte(s, at, b'.'));
        let at = step!('l1, one(s, at, &C14));
        'l11: {
            attempt!('l11, 'l12: {
                let at = step!('l12, one(s, at, &C14));
                'l13: {
                    attempt!('l13, one(s, at, &C14));
                    at
                }
            });
            at
        }
    };
    out.leaf(Rule::IPv4address, at, end)
}

fn take_port(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = many(s, at, &C14);
    out.leaf(Rule::port, at, end)
}

fn take_path_segments(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    if !out.lists {
        return out.leaf(Rule::path_segments, at, skip_path_segments(s, at));
    }
    let place = out.open();
    let end = 'l1: {
        let at = step!('l1, take_segment(s, at, out));
        {
            let mut at = at;
            loop {
                at = again!(out, at, 'l2: {
                    let at = step!('l2, byte(s, at, b'/'));
                    take_segment(s, at, out)
                });
            }
        }
    };
    out.close(place, Rule::path_segments, at, end)
}

fn skip_path_segments(s: &[u8], at: usize) -> usize {
    {
        let mut at = at;
        loop {
            at = many(s, at, &C16);
            at = again!(at, 'l1: {
                let at = step!('l1, byte(s, at, b'%'));
                let at = step!('l1, one(s, at, &C4));
                one(s, at, &C4)
            });
        }
    }
}

fn take_segment(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    if !out.lists {
        return out.leaf(Rule::segment, at, skip_segment(s, at));
    }
    let place = out.open();
    let end = {
        let mut at = at;
        loop {
            at = many(s, at, &C17);
            at = again!(out, at, 'l1: {
                attempt!('l1, 'l2: {
                    let at = step!('l2, byte(s, at, b'%'));
                    let at = step!('l2, one(s, at, &C4));
                    one(s, at, &C4)
                });
                'l3: {
                    let at = step!('l3, byte(s, at, b';'));
                    take_param(s, at, out)
                }
            });
        }
    };
    out.close(place, Rule::segment, at, end)
}

fn skip_segment(s: &[u8], at: usize) -> usize {
    {
        let mut at = at;
        loop {
            at = many(s, at, &C9);
            at = again!(at, 'l1: {
                let at = step!('l1, byte(s, at, b'%'));
                let at = step!('l1, one(s, at, &C4));
                one(s, at, &C4)
            });
        }
    }
}

fn take_param(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = {
        let mut at = at;
        loop {
            at = many(s, at, &C17);
            at = again!(at, 'l1: {
                let at = step!('l1, byte(s, at, b'%'));
                let at = step!('l1, one(s, at, &C4));
                one(s, at, &C4)
            });
        }
    };
    out.leaf(Rule::param, at, end)
}

fn skip_pchar(s: &[u8], at: usize) -> usize {
    'l1: {
        attempt!('l1, one(s, at, &C17));
        'l2: {
            let at = step!('l2, byte(s, at, b'%'));
            let at = step!('l2, one(s, at, &C4));
            one(s, at, &C4)
        }
    }
}

fn take_query(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = {
        let mut at = at;
        loop {
            at = many(s, at, &C6);
            at = again!(at, 'l1: {
                let at = step!('l1, byte(s, at, b'%'));
                let at = step!('l1, one(s, at, &C4));
                one(s, at, &C4)
            });
        }
    };
    out.leaf(Rule::query, at, end)
}

fn take_fragment(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = {
        let mut at = at;
        loop {
            at = many(s, at, &C6);
            at = again!(at, 'l1: {
                let at = step!('l1, byte(s, at, b'%'));
                let at = step!('l1, one(s, at, &C4));
                one(s, at, &C4)
            });
        }
    };
    out.leaf(Rule::fragment, at, end)
}

fn skip_uric(s: &[u8], at: usize) -> usize {
    'l1: {
        attempt!('l1, one(s, at, &C6));
        'l2: {
            let at = step!('l2, byte(s, at, b'%'));
            let at = step!('l2, one(s, at, &C4));
            one(s, at, &C4)
        }
    }
}

fn skip_reserved(s: &[u8], at: usize) -> usize {
    one(s, at, &C18)
}

fn skip_unreserved(s: &[u8], at: usize) -> usize {
    one(s, at, &C19)
}

fn skip_mark(s: &[u8], at: usize) -> usize {
    one(s, at, &C20)
}

fn skip_escaped(s: &[u8], at: usize) -> usize {
    'l1: {
        let at = step!('l1, byte(s, at, b'%'));
        let at = step!('l1, one(s, at, &C4));
        one(s, at, &C4)
    }
}

fn skip_hex(s: &[u8], at: usize) -> usize {
    one(s, at, &C4)
}

fn skip_alphanum(s: &[u8], at: usize) -> usize {
    one(s, at, &C13)
}

fn skip_alpha(s: &[u8], at: usize) -> usize {
    one(s, at, &C0)
}

fn skip_lowalpha(s: &[u8], at: usize) -> usize {
    one(s, at, &C21)
}

fn skip_upalpha(s: &[u8], at: usize) -> usize {
    one(s, at, &C22)
}

fn skip_digit(s: &[u8], at: usize) -> usize {
    one(s, at, &C14)
}

fn take_ipv6reference(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let place = out.open();
    let end = 'l1: {
        let at = step!('l1, byte(s, at, b'['));
            let at = step!('l1, take_IPv6address(s, at, out));
            byte(s, at, b']')
    };
    out.close(place, Rule::ipv6reference, at, end)
}

fn take_IPv6address(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = 'l1: {
        let at = step!('l1, skip_hexpart(s, at));
        'l2: {
            attempt!('l2, 'l3: {
                let at = step!('l3, byte(s, at, b':'));
                skip_IPv4address(s, at)
            });
            at
        }
    };
    out.leaf(Rule::IPv6address, at, end)
}

fn skip_IPv4address(s: &[u8], at: usize) -> usize {
    'l1: {
        let at = step!('l1, one(s, at, &C14));
        let at = step!('l1, 'l2: {
            attempt!('l2, 'l3: {
                let at = step!('l3, one(s, at, &C14));
                'l4: {
                    attempt!('l4, one(s, at, &C14));
                    at
                }
            });
            at
        });
        let at = step!('l1, byte(s, at, b'.'));
        let at = step!('l1, one(s, at, &C14));
        let at = step!('l1, 'l5: {
            attempt!('l5, 'l6: {
                let at = step!('l6, one(s, at, &C14));
                'l7: {
                    attempt!('l7, one(s, at, &C14));
                    at
                }
            });
            at
        });
        let at = step!('l1, byte(s, at, b'.'));
        let at = step!('l1, one(s, at, &C14));
        let at = step!('l1, 'l8: {
            attempt!('l8, 'l9: {
                let at = step!('l9, one(s, at, &C14));
                'l10: {
                    attempt!('l10, one(s, at, &C14));
                    at
                }
            });
            at
        });
        let at = step!('l1, byte(s, at, b'.'));
        let at = step!('l1, one(s, at, &C14));
        'l11: {
            attempt!('l11, 'l12: {
                let at = step!('l12, one(s, at, &C14));
                'l13: {
                    attempt!('l13, one(s, at, &C14));
                    at
                }
            });
            at
        }
    }
}

fn skip_hexpart(s: &[u8], at: usize) -> usize {
    'l1: {
        if holds(s, at, &C4) {
            attempt!('l1, 'l2: {
                let at = step!('l2, skip_hex4(s, at));
                let at = {
                    let mut at = at;
                    loop {
                        at = again!(at, 'l3: {
                            let at = step!('l3, byte(s, at, b':'));
                            let at = step!('l3, skip_hex4(s, at));
                            only(at, (byte(s, at, b'.')) == FAIL)
                        });
                    }
                };
                'l4: {
                    attempt!('l4, 'l5: {
                        let at = step!('l5, literal(s, at, b"::"));
                        'l6: {
                            if holds(s, at, &C4) {
                                attempt!('l6, 'l7: {
                                    let at = step!('l7, skip_hex4(s, at));
                                    {
                                        let mut at = at;
                                        loop {
                                            at = again!(at, 'l8: {
                                                let at = step!('l8, byte(s, at, b':'));
                                                let at = step!('l8, skip_hex4(s, at));
                                                only(at, (byte(s, at, b'.')) == FAIL)
                                            });
                                        }
                                    }
                                });
                            }
                            at
                        }
                    });
                    at
                }
            });
        }
        'l9: {
            let at = step!('l9, literal(s, at, b"::"));
            'l10: {
                if holds(s, at, &C4) {
                    attempt!('l10, 'l11: {
                        let at = step!('l11, skip_hex4(s, at));
                        {
                            let mut at = at;
                            loop {
                                at = again!(at, 'l12: {
                                    let at = step!('l12, byte(s, at, b':'));
                                    let at = step!('l12, skip_hex4(s, at));
                                    only(at, (byte(s, at, b'.')) == FAIL)
                                });
                            }
                        }
                    });
                }
                at
            }
        }
    }
}

fn take_hexpart(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = 'l1: {
        if holds(s, at, &C4) {
            attempt!('l1, 'l2: {
                let at = step!('l2, skip_hex4(s, at));
                let at = {
                    let mut at = at;
                    loop {
                        at = again!(at, 'l3: {
                            let at = step!('l3, byte(s, at, b':'));
                            let at = step!('l3, skip_hex4(s, at));
                            only(at, (byte(s, at, b'.')) == FAIL)
                        });
                    }
                };
                'l4: {
                    attempt!('l4, 'l5: {
                        let at = step!('l5, literal(s, at, b"::"));
                        'l6: {
                            if holds(s, at, &C4) {
                                attempt!('l6, 'l7: {
                                    let at = step!('l7, skip_hex4(s, at));
                                    {
                                        let mut at = at;
                                        loop {
                                            at = again!(at, 'l8: {
                                                let at = step!('l8, byte(s, at, b':'));
                                                let at = step!('l8, skip_hex4(s, at));
                                                only(at, (byte(s, at, b'.')) == FAIL)
                                            });
                                        }
                                    }
                                });
                            }
                            at
                        }
                    });
                    at
                }
            });
        }
        'l9: {
            let at = step!('l9, literal(s, at, b"::"));
            'l10: {
                if holds(s, at, &C4) {
                    attempt!('l10, 'l11: {
                        let at = step!('l11, skip_hex4(s, at));
                        {
                            let mut at = at;
                            loop {
                                at = again!(at, 'l12: {
                                    let at = step!('l12, byte(s, at, b':'));
                                    let at = step!('l12, skip_hex4(s, at));
                                    only(at, (byte(s, at, b'.')) == FAIL)
                                });
                            }
                        }
                    });
                }
                at
            }
        }
    };
    out.leaf(Rule::hexpart, at, end)
}

fn take_hexseq(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = 'l1: {
        let at = step!('l1, skip_hex4(s, at));
        {
            let mut at = at;
            loop {
                at = again!(at, 'l2: {
                    let at = step!('l2, byte(s, at, b':'));
                    let at = step!('l2, skip_hex4(s, at));
                    only(at, (byte(s, at, b'.')) == FAIL)
                });
            }
        }
    };
    out.leaf(Rule::hexseq, at, end)
}

fn skip_hex4(s: &[u8], at: usize) -> usize {
    'l1: {
        let at = step!('l1, one(s, at, &C4));
        'l2: {
            attempt!('l2, 'l3: {
                let at = step!('l3, one(s, at, &C4));
                'l4: {
                    attempt!('l4, 'l5: {
                        let at = step!('l5, one(s, at, &C4));
                        'l6: {
                            attempt!('l6, one(s, at, &C4));
                            at
                        }
                    });
                    at
                }
            });
            at
        }
    }
}

fn take_hex4(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = 'l1: {
        let at = step!('l1, one(s, at, &C4));
        'l2: {
            attempt!('l2, 'l3: {
                let at = step!('l3, one(s, at, &C4));
                'l4: {
                    attempt!('l4, 'l5: {
                        let at = step!('l5, one(s, at, &C4));
                        'l6: {
                            attempt!('l6, one(s, at, &C4));
                            at
                        }
                    });
                    at
                }
            });
            at
        }
    };
    out.leaf(Rule::hex4, at, end)
}

fn skip_DIGIT(s: &[u8], at: usize) -> usize {
    one(s, at, &C14)
}

fn skip_HEXDIG(s: &[u8], at: usize) -> usize {
    one(s, at, &C4)
}
