// Made from `grammar/uri-1997.pest` by `src/language/generate.rs`. A unit test keeps it fresh: do not edit it.

use super::run::*;
use crate::rule::Rule;

pub(super) const ENTRIES: &[Entry] = &[
    Entry { rule: Rule::URI_reference, run: Run::Spans(take_URI_reference) },
    Entry { rule: Rule::URL_reference, run: Run::Spans(take_URL_reference) },
    Entry { rule: Rule::URN_reference, run: Run::Spans(take_URN_reference) },
    Entry { rule: Rule::absoluteURL, run: Run::Spans(take_absoluteURL) },
    Entry { rule: Rule::opaque_URL, run: Run::Spans(take_opaque_URL) },
    Entry { rule: Rule::generic_URL, run: Run::Spans(take_generic_URL) },
    Entry { rule: Rule::relativeURL, run: Run::Spans(take_relativeURL) },
    Entry { rule: Rule::net_path, run: Run::Spans(take_net_path) },
    Entry { rule: Rule::abs_path, run: Run::Spans(take_abs_path) },
    Entry { rule: Rule::rel_path, run: Run::Spans(take_rel_path) },
    Entry { rule: Rule::URN_nid, run: Run::Spans(take_URN_nid) },
    Entry { rule: Rule::URN_nss, run: Run::Spans(take_URN_nss) },
    Entry { rule: Rule::let_num, run: Run::Class(skip_let_num) },
    Entry { rule: Rule::let_num_hyp, run: Run::Class(skip_let_num_hyp) },
    Entry { rule: Rule::URN_chars, run: Run::Spans(take_URN_chars) },
    Entry { rule: Rule::trans, run: Run::Class(skip_trans) },
    Entry { rule: Rule::other, run: Run::Class(skip_other) },
    Entry { rule: Rule::URN_reserved, run: Run::Class(skip_URN_reserved) },
    Entry { rule: Rule::scheme, run: Run::Spans(take_scheme) },
    Entry { rule: Rule::site, run: Run::Spans(take_site) },
    Entry { rule: Rule::authority, run: Run::Spans(take_authority) },
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
];

static C0: Set = set(0x200000000000000000000000000000, false);
static C1: Set = set(0x7fffffe07fffffe03ff680000000000, false);
static C2: Set = set(0x47fffffe87ffffffafffffd200000000, false);
static C3: Set = set(0x7e0000007e03ff000000000000, false);
static C4: Set = set(0x800000000000, false);
static C5: Set = set(0x7fffffe07fffffe03ff000000000000, false);
static C6: Set = set(0x7fffffe07fffffe03ff200000000000, false);
static C7: Set = set(0x7fffffe87ffffffafffffba00000000, false);
static C8: Set = set(0x800000012c007f9200000000, false);
static C9: Set = set(0x8000802800000000, false);
static C10: Set = set(0x47fffffe87ffffff2fff7ff200000000, false);
static C11: Set = set(0x47fffffe87ffffff2fff7fd200000000, false);
static C12: Set = set(0x8000800800000000, false);
static C13: Set = set(0x47fffffe87fffffe2fff7fd200000000, false);
static C14: Set = set(0x200000000000, false);
static C15: Set = set(0x7fffffe07fffffe0000000000000000, false);
static C16: Set = set(0x3ff000000000000, false);
static C17: Set = set(0x47fffffe87ffffff2fffffd200000000, false);
static C18: Set = set(0x47fffffe87ffffff27ff7fd200000000, false);
static C19: Set = set(0x1ac00884000000000, false);
static C20: Set = set(0x47fffffe87fffffe03ff779200000000, false);
static C21: Set = set(0x40000000800000000000779200000000, false);
static C22: Set = set(0x7fffffe000000000000000000000000, false);
static C23: Set = set(0x7fffffe0000000000000000, false);
static C24: Set = set(0x47fffffe87ffffff2bff7ff200000000, false);
static C25: Set = set(0x47fffffe87ffffff2bff7fd200000000, false);

fn take_URI_reference(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let place = out.open();
    let end = 'l1: {
        if holds(s, at, &C0) {
            attempt!('l1, out, 'l2: {
                let at = step!('l2, only(at, (literal(s, at, b"urn:")) != FAIL));
                let at = step!('l2, take_URN_reference(s, at, out));
                end(s, at)
            });
        }
        take_URL_reference(s, at, out)
    };
    out.close(place, Rule::URI_reference, at, end)
}

fn take_URL_reference(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let place = out.open();
    let end = 'l1: {
        let at = step!('l1, 'l2: {
            if holds(s, at, &C1) {
                attempt!('l2, out, take_absoluteURL(s, at, out));
            }
            attempt!('l2, out, 'l3: {
                let at = step!('l3, only(at, ('l4: {
                    attempt!('l4, one(s, at, &C2));
                    'l5: {
                        let at = step!('l5, byte(s, at, b'%'));
                        let at = step!('l5, one(s, at, &C3));
                        one(s, at, &C3)
                    }
                }) != FAIL));
                take_relativeURL__reference(s, at, out)
            });
            at
        });
        'l6: {
            attempt!('l6, out, 'l7: {
                let at = step!('l7, byte(s, at, b'#'));
                take_fragment(s, at, out)
            });
            at
        }
    };
    out.close(place, Rule::URL_reference, at, end)
}

fn take_URN_reference(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let place = out.open();
    let end = 'l1: {
        let at = step!('l1, literal(s, at, b"urn:"));
        let at = step!('l1, take_URN_nid(s, at, out));
        let at = step!('l1, byte(s, at, b':'));
        take_URN_nss(s, at, out)
    };
    out.close(place, Rule::URN_reference, at, end)
}

fn take_absoluteURL(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let place = out.open();
    let end = 'l1: {
        if holds(s, at, &C1) {
            attempt!('l1, out, take_generic_URL(s, at, out));
        }
        take_opaque_URL(s, at, out)
    };
    out.close(place, Rule::absoluteURL, at, end)
}

fn take_opaque_URL(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let place = out.open();
    let end = 'l1: {
        let at = step!('l1, take_scheme(s, at, out));
        let at = step!('l1, byte(s, at, b':'));
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
    out.close(place, Rule::opaque_URL, at, end)
}

fn take_generic_URL(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let place = out.open();
    let end = 'l1: {
        let at = step!('l1, take_scheme(s, at, out));
        let at = step!('l1, byte(s, at, b':'));
        take_relativeURL(s, at, out)
    };
    out.close(place, Rule::generic_URL, at, end)
}

fn take_relativeURL(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let place = out.open();
    let end = 'l1: {
        if holds(s, at, &C4) {
            attempt!('l1, out, 'l2: {
                let at = step!('l2, take_net_path(s, at, out));
                'l3: {
                    attempt!('l3, out, 'l4: {
                        let at = step!('l4, byte(s, at, b'?'));
                        take_query(s, at, out)
                    });
                    at
                }
            });
        }
        if holds(s, at, &C4) {
            attempt!('l1, out, take_abs_path(s, at, out));
        }
        take_rel_path(s, at, out)
    };
    out.close(place, Rule::relativeURL, at, end)
}

fn take_net_path(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let place = out.open();
    let end = 'l1: {
        let at = step!('l1, literal(s, at, b"//"));
        let at = step!('l1, take_site(s, at, out));
        'l2: {
            if holds(s, at, &C4) {
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
        take_rel_path(s, at, out)
    };
    out.close(place, Rule::abs_path, at, end)
}

fn take_rel_path(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let place = out.open();
    let end = 'l1: {
        let at = step!('l1, take_path_segments(s, at, out));
        'l2: {
            attempt!('l2, out, 'l3: {
                let at = step!('l3, byte(s, at, b'?'));
                take_query(s, at, out)
            });
            at
        }
    };
    out.close(place, Rule::rel_path, at, end)
}

fn take_URN_nid(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = 'l1: {
        let at = step!('l1, one(s, at, &C5));
        'l2: {
            attempt!('l2, 'l3: {
                let at = step!('l3, one(s, at, &C6));
                'l4: {
                    attempt!('l4, 'l5: {
                        let at = step!('l5, one(s, at, &C6));
                        'l6: {
                            attempt!('l6, 'l7: {
                                let at = step!('l7, one(s, at, &C6));
                                'l8: {
                                    attempt!('l8, 'l9: {
                                        let at = step!('l9, one(s, at, &C6));
                                        'l10: {
                                            attempt!('l10, 'l11: {
                                                let at = step!('l11, one(s, at, &C6));
                                                'l12: {
                                                    attempt!('l12, 'l13: {
                                                        let at = step!('l13, one(s, at, &C6));
                                                        'l14: {
                                                            attempt!('l14, 'l15: {
                                                                let at = step!('l15, one(s, at, &C6));
                                                                'l16: {
                                                                    attempt!('l16, 'l17: {
                                                                        let at = step!('l17, one(s, at, &C6));
                                                                        'l18: {
                                                                            attempt!('l18, 'l19: {
                                                                                let at = step!('l19, one(s, at, &C6));
                                                                                'l20: {
                                                                                    attempt!('l20, 'l21: {
                                                                                        let at = step!('l21, one(s, at, &C6));
                                                                                        'l22: {
                                                                                            attempt!('l22, 'l23: {
                                                                                                let at = step!('l23, one(s, at, &C6));
                                                                                                'l24: {
                                                                                                    attempt!('l24, 'l25: {
                                                                                                        let at = step!('l25, one(s, at, &C6));
                                                                                                        'l26: {
                                                                                                            attempt!('l26, 'l27: {
                                                                                                                let at = step!('l27, one(s, at, &C6));
                                                                                                                'l28: {
                                                                                                                    attempt!('l28, 'l29: {
                                                                                                                        let at = step!('l29, one(s, at, &C6));
                                                                                                                        'l30: {
                                                                                                                            attempt!('l30, 'l31: {
                                                                                                                                let at = step!('l31, one(s, at, &C6));
                                                                                                                                'l32: {
                                                                                                                                    attempt!('l32, 'l33: {
                                                                                                                                        let at = step!('l33, one(s, at, &C6));
                                                                                                                                        'l34: {
                                                                                                                                            attempt!('l34, 'l35: {
                                                                                                                                                let at = step!('l35, one(s, at, &C6));
                                                                                                                                                'l36: {
                                                                                                                                                    attempt!('l36, 'l37: {
                                                                                                                                                        let at = step!('l37, one(s, at, &C6));
                                                                                                                                                        'l38: {
                                                                                                                                                            attempt!('l38, 'l39: {
                                                                                                                                                                let at = step!('l39, one(s, at, &C6));
                                                                                                                                                                'l40: {
                                                                                                                                                                    attempt!('l40, 'l41: {
                                                                                                                                                                        let at = step!('l41, one(s, at, &C6));
                                                                                                                                                                        'l42: {
                                                                                                                                                                            attempt!('l42, 'l43: {
                                                                                                                                                                                let at = step!('l43, one(s, at, &C6));
                                                                                                                                                                                'l44: {
                                                                                                                                                                                    attempt!('l44, 'l45: {
                                                                                                                                                                                        let at = step!('l45, one(s, at, &C6));
                                                                                                                                                                                        'l46: {
                                                                                                                                                                                            attempt!('l46, 'l47: {
                                                                                                                                                                                                let at = step!('l47, one(s, at, &C6));
                                                                                                                                                                                                'l48: {
                                                                                                                                                                                                    attempt!('l48, 'l49: {
                                                                                                                                                                                                        let at = step!('l49, one(s, at, &C6));
                                                                                                                                                                                                        'l50: {
                                                                                                                                                                                                            attempt!('l50, 'l51: {
                                                                                                                                                                                                                let at = step!('l51, one(s, at, &C6));
                                                                                                                                                                                                                'l52: {
                                                                                                                                                                                                                    attempt!('l52, 'l53: {
                                                                                                                                                                                                                        let at = step!('l53, one(s, at, &C6));
                                                                                                                                                                                                                        'l54: {
                                                                                                                                                                                                                            attempt!('l54, 'l55: {
                                                                                                                                                                                                                                let at = step!('l55, one(s, at, &C6));
                                                                                                                                                                                                                                'l56: {
                                                                                                                                                                                                                                    attempt!('l56, 'l57: {
                                                                                                                                                                                                                                        let at = step!('l57, one(s, at, &C6));
                                                                                                                                                                                                                                        'l58: {
                                                                                                                                                                                                                                            attempt!('l58, 'l59: {
                                                                                                                                                                                                                                                let at = step!('l59, one(s, at, &C6));
                                                                                                                                                                                                                                                'l60: {
                                                                                                                                                                                                                                                    attempt!('l60, 'l61: {
                                                                                                                                                                                                                                                        let at = step!('l61, one(s, at, &C6));
                                                                                                                                                                                                                                                        'l62: {
                                                                                                                                                                                                                                                            attempt!('l62, one(s, at, &C6));
                                                                                                                                                                                                                                                            at
                                                                                                                                                                                                                                                        }
                                                                                                                                                                                                                                                    });
                                                                                                                                                                                                                                                    at
                                                                                                                                                                                                                                                }
                                                                                                                                                                                                                                            });
                                                                                                                                                                                                                                            at
                                                                                                                                                                                                                                        }
                                                                                                                                                                                                                                    });
                                                                                                                                                                                                                                    at
                                                                                                                                                                                                                                }
                                                                                                                                                                                                                            });
                                                                                                                                                                                                                            at
                                                                                                                                                                                                                        }
                                                                                                                                                                                                                    });
                                                                                                                                                                                                                    at
                                                                                                                                                                                                                }
                                                                                                                                                                                                            });
                                                                                                                                                                                                            at
                                                                                                                                                                                                        }
                                                                                                                                                                                                    });
                                                                                                                                                                                                    at
                                                                                                                                                                                                }
                                                                                                                                                                                            });
                                                                                                                                                                                            at
                                                                                                                                                                                        }
                                                                                                                                                                                    });
                                                                                                                                                                                    at
                                                                                                                                                                                }
                                                                                                                                                                            });
                                                                                                                                                                            at
                                                                                                                                                                        }
                                                                                                                                                                    });
                                                                                                                                                                    at
                                                                                                                                                                }
                                                                                                                                                            });
                                                                                                                                                            at
                                                                                                                                                        }
                                                                                                                                                    });
                                                                                                                                                    at
                                                                                                                                                }
                                                                                                                                            });
                                                                                                                                            at
                                                                                                                                        }
                                                                                                                                    });
                                                                                                                                    at
                                                                                                                                }
                                                                                                                            });
                                                                                                                            at
                                                                                                                        }
                                                                                                                    });
                                                                                                                    at
                                                                                                                }
                                                                                                            });
                                                                                                            at
                                                                                                        }
                                                                                                    });
                                                                                                    at
                                                                                                }
                                                                                            });
                                                                                            at
                                                                                        }
                                                                                    });
                                                                                    at
                                                                                }
                                                                            });
                                                                            at
                                                                        }
                                                                    });
                                                                    at
                                                                }
                                                            });
                                                            at
                                                        }
                                                    });
                                                    at
                                                }
                                            });
                                            at
                                        }
                                    });
                                    at
                                }
                            });
                            at
                        }
                    });
                    at
                }
            });
            at
        }
    };
    out.leaf(Rule::URN_nid, at, end)
}

fn take_URN_nss(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = 'l1: {
        let at = step!('l1, 'l2: {
            attempt!('l2, 'l3: {
                let at = step!('l3, byte(s, at, b'%'));
                let at = step!('l3, one(s, at, &C3));
                one(s, at, &C3)
            });
            one(s, at, &C7)
        });
        {
            let mut at = at;
            loop {
                at = again!(at, 'l4: {
                    attempt!('l4, 'l5: {
                        let at = step!('l5, byte(s, at, b'%'));
                        let at = step!('l5, one(s, at, &C3));
                        one(s, at, &C3)
                    });
                    one(s, at, &C7)
                });
            }
        }
    };
    out.leaf(Rule::URN_nss, at, end)
}

fn skip_let_num(s: &[u8], at: usize) -> usize {
    one(s, at, &C5)
}

fn skip_let_num_hyp(s: &[u8], at: usize) -> usize {
    one(s, at, &C6)
}

fn take_URN_chars(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = 'l1: {
        attempt!('l1, 'l2: {
            let at = step!('l2, byte(s, at, b'%'));
            let at = step!('l2, one(s, at, &C3));
            one(s, at, &C3)
        });
        one(s, at, &C7)
    };
    out.leaf(Rule::URN_chars, at, end)
}

fn skip_trans(s: &[u8], at: usize) -> usize {
    one(s, at, &C7)
}

fn skip_other(s: &[u8], at: usize) -> usize {
    one(s, at, &C8)
}

fn skip_URN_reserved(s: &[u8], at: usize) -> usize {
    one(s, at, &C9)
}

fn take_scheme(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = 'l1: {
        let at = step!('l1, one(s, at, &C1));
        many(s, at, &C1)
    };
    out.leaf(Rule::scheme, at, end)
}

fn take_site(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let place = out.open();
    let end = 'l1: {
        if holds(s, at, &C10) {
            attempt!('l1, out, take_server(s, at, out));
        }
        take_authority(s, at, out)
    };
    out.close(place, Rule::site, at, end)
}

fn take_authority(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = {
        let mut at = at;
        loop {
            at = many(s, at, &C11);
            at = again!(at, 'l1: {
                let at = step!('l1, byte(s, at, b'%'));
                let at = step!('l1, one(s, at, &C3));
                one(s, at, &C3)
            });
        }
    };
    out.leaf(Rule::authority, at, end)
}

fn take_server(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let place = out.open();
    let end = 'l1: {
        if holds(s, at, &C5) {
            attempt!('l1, out, 'l2: {
                let at = step!('l2, take_hostport(s, at, out));
                only(at, ('l3: {
                    attempt!('l3, one(s, at, &C12));
                    end(s, at)
                }) != FAIL)
            });
        }
        'l4: {
            let at = step!('l4, take_userinfo(s, at, out));
            let at = step!('l4, byte(s, at, b'@'));
            let at = step!('l4, take_hostport(s, at, out));
            only(at, ('l5: {
                attempt!('l5, one(s, at, &C12));
                end(s, at)
            }) != FAIL)
        }
    };
    out.close(place, Rule::server, at, end)
}

fn take_userinfo(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = {
        let mut at = at;
        loop {
            at = many(s, at, &C13);
            at = again!(at, 'l1: {
                let at = step!('l1, byte(s, at, b'%'));
                let at = step!('l1, one(s, at, &C3));
                one(s, at, &C3)
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
        if holds(s, at, &C5) {
            attempt!('l1, out, take_hostname(s, at, out));
        }
        take_IPv4address(s, at, out)
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
                    only(at, (one(s, at, &C5)) != FAIL)
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
                    only(at, (one(s, at, &C5)) != FAIL)
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
        let at = step!('l1, one(s, at, &C5));
        {
            let mut at = at;
            loop {
                at = many(s, at, &C5);
                at = again!(at, 'l2: {
                    let at = step!('l2, byte(s, at, b'-'));
                    let at = many(s, at, &C14);
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
                    let at = many(s, at, &C14);
                    one(s, at, &C5)
                });
            }
        }
    };
    out.leaf(Rule::domainlabel, at, end)
}

fn skip_toplabel(s: &[u8], at: usize) -> usize {
    'l1: {
        let at = step!('l1, one(s, at, &C15));
        {
            let mut at = at;
            loop {
                at = many(s, at, &C5);
                at = again!(at, 'l2: {
                    let at = step!('l2, byte(s, at, b'-'));
                    let at = many(s, at, &C14);
                    one(s, at, &C5)
                });
            }
        }
    }
}

fn take_toplabel(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = 'l1: {
        let at = step!('l1, one(s, at, &C15));
        {
            let mut at = at;
            loop {
                at = many(s, at, &C5);
                at = again!(at, 'l2: {
                    let at = step!('l2, byte(s, at, b'-'));
                    let at = many(s, at, &C14);
                    one(s, at, &C5)
                });
            }
        }
    };
    out.leaf(Rule::toplabel, at, end)
}

fn take_IPv4address(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = 'l1: {
        let at = step!('l1, one(s, at, &C16));
        let at = many(s, at, &C16);
        let at = step!('l1, byte(s, at, b'.'));
        let at = step!('l1, one(s, at, &C16));
        let at = many(s, at, &C16);
        let at = step!('l1, byte(s, at, b'.'));
        let at = step!('l1, one(s, at, &C16));
        let at = many(s, at, &C16);
        let at = step!('l1, byte(s, at, b'.'));
        let at = step!('l1, one(s, at, &C16));
        many(s, at, &C16)
    };
    out.leaf(Rule::IPv4address, at, end)
}

fn take_port(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = many(s, at, &C16);
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
            at = many(s, at, &C17);
            at = again!(at, 'l1: {
                let at = step!('l1, byte(s, at, b'%'));
                let at = step!('l1, one(s, at, &C3));
                one(s, at, &C3)
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
            at = many(s, at, &C18);
            at = again!(out, at, 'l1: {
                attempt!('l1, 'l2: {
                    let at = step!('l2, byte(s, at, b'%'));
                    let at = step!('l2, one(s, at, &C3));
                    one(s, at, &C3)
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
            at = many(s, at, &C11);
            at = again!(at, 'l1: {
                let at = step!('l1, byte(s, at, b'%'));
                let at = step!('l1, one(s, at, &C3));
                one(s, at, &C3)
            });
        }
    }
}

fn take_param(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = {
        let mut at = at;
        loop {
            at = many(s, at, &C18);
            at = again!(at, 'l1: {
                let at = step!('l1, byte(s, at, b'%'));
                let at = step!('l1, one(s, at, &C3));
                one(s, at, &C3)
            });
        }
    };
    out.leaf(Rule::param, at, end)
}

fn skip_pchar(s: &[u8], at: usize) -> usize {
    'l1: {
        attempt!('l1, one(s, at, &C18));
        'l2: {
            let at = step!('l2, byte(s, at, b'%'));
            let at = step!('l2, one(s, at, &C3));
            one(s, at, &C3)
        }
    }
}

fn take_query(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = {
        let mut at = at;
        loop {
            at = many(s, at, &C2);
            at = again!(at, 'l1: {
                let at = step!('l1, byte(s, at, b'%'));
                let at = step!('l1, one(s, at, &C3));
                one(s, at, &C3)
            });
        }
    };
    out.leaf(Rule::query, at, end)
}

fn take_fragment(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = {
        let mut at = at;
        loop {
            at = many(s, at, &C2);
            at = again!(at, 'l1: {
                let at = step!('l1, byte(s, at, b'%'));
                let at = step!('l1, one(s, at, &C3));
                one(s, at, &C3)
            });
        }
    };
    out.leaf(Rule::fragment, at, end)
}

fn skip_uric(s: &[u8], at: usize) -> usize {
    'l1: {
        attempt!('l1, one(s, at, &C2));
        'l2: {
            let at = step!('l2, byte(s, at, b'%'));
            let at = step!('l2, one(s, at, &C3));
            one(s, at, &C3)
        }
    }
}

fn skip_reserved(s: &[u8], at: usize) -> usize {
    one(s, at, &C19)
}

fn skip_unreserved(s: &[u8], at: usize) -> usize {
    one(s, at, &C20)
}

fn skip_mark(s: &[u8], at: usize) -> usize {
    one(s, at, &C21)
}

fn skip_escaped(s: &[u8], at: usize) -> usize {
    'l1: {
        let at = step!('l1, byte(s, at, b'%'));
        let at = step!('l1, one(s, at, &C3));
        one(s, at, &C3)
    }
}

fn skip_hex(s: &[u8], at: usize) -> usize {
    one(s, at, &C3)
}

fn skip_alphanum(s: &[u8], at: usize) -> usize {
    one(s, at, &C5)
}

fn skip_alpha(s: &[u8], at: usize) -> usize {
    one(s, at, &C15)
}

fn skip_lowalpha(s: &[u8], at: usize) -> usize {
    one(s, at, &C22)
}

fn skip_upalpha(s: &[u8], at: usize) -> usize {
    one(s, at, &C23)
}

fn skip_digit(s: &[u8], at: usize) -> usize {
    one(s, at, &C16)
}

fn take_relativeURL__reference(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let place = out.open();
    let end = 'l1: {
        let at = step!('l1, 'l2: {
            if holds(s, at, &C24) {
                attempt!('l2, out, 'l3: {
                    let at = step!('l3, take_scheme__mistaken(s, at, out));
                    byte(s, at, b':')
                });
            }
            at
        });
        'l4: {
            if holds(s, at, &C4) {
                attempt!('l4, out, 'l5: {
                    let at = step!('l5, take_net_path(s, at, out));
                    'l6: {
                        attempt!('l6, out, 'l7: {
                            let at = step!('l7, byte(s, at, b'?'));
                            take_query(s, at, out)
                        });
                        at
                    }
                });
            }
            if holds(s, at, &C4) {
                attempt!('l4, out, take_abs_path(s, at, out));
            }
            take_rel_path(s, at, out)
        }
    };
    out.close(place, Rule::relativeURL, at, end)
}

fn take_scheme__mistaken(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = 'l1: {
        let at = step!('l1, 'l2: {
            attempt!('l2, one(s, at, &C25));
            'l3: {
                let at = step!('l3, byte(s, at, b'%'));
                let at = step!('l3, one(s, at, &C3));
                one(s, at, &C3)
            }
        });
        {
            let mut at = at;
            loop {
                at = many(s, at, &C25);
                at = again!(at, 'l4: {
                    let at = step!('l4, byte(s, at, b'%'));
                    let at = step!('l4, one(s, at, &C3));
                    one(s, at, &C3)
                });
            }
        }
    };
    out.leaf(Rule::scheme, at, end)
}
