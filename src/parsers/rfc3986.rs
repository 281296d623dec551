// Made from `grammar/rfc3986.pest` by `src/language/generate.rs`. A unit test keeps it fresh: do not edit it.

use super::run::*;
use crate::rule::Rule;

pub(super) const ENTRIES: &[Entry] = &[
    Entry { rule: Rule::URI_reference, run: Run::Spans(take_URI_reference) },
    Entry { rule: Rule::URI, run: Run::Spans(take_URI) },
    Entry { rule: Rule::relative_ref, run: Run::Spans(take_relative_ref) },
    Entry { rule: Rule::absolute_URI, run: Run::Spans(take_absolute_URI) },
    Entry { rule: Rule::hier_part__rfc3986, run: Run::Spans(take_hier_part) },
    Entry { rule: Rule::relative_part, run: Run::Spans(take_relative_part) },
    Entry { rule: Rule::scheme, run: Run::Spans(take_scheme) },
    Entry { rule: Rule::authority, run: Run::Spans(take_authority) },
    Entry { rule: Rule::userinfo, run: Run::Spans(take_userinfo) },
    Entry { rule: Rule::host, run: Run::Spans(take_host) },
    Entry { rule: Rule::port, run: Run::Spans(take_port) },
    Entry { rule: Rule::IP_literal, run: Run::Spans(take_IP_literal) },
    Entry { rule: Rule::IPvFuture, run: Run::Spans(take_IPvFuture) },
    Entry { rule: Rule::IPv6address, run: Run::Spans(take_IPv6address) },
    Entry { rule: Rule::h16, run: Run::Spans(take_h16) },
    Entry { rule: Rule::ls32, run: Run::Spans(take_ls32) },
    Entry { rule: Rule::IPv4address, run: Run::Spans(take_IPv4address) },
    Entry { rule: Rule::dec_octet, run: Run::Spans(take_dec_octet) },
    Entry { rule: Rule::reg_name__rfc3986, run: Run::Spans(take_reg_name) },
    Entry { rule: Rule::path_abempty, run: Run::Spans(take_path_abempty) },
    Entry { rule: Rule::path_absolute, run: Run::Spans(take_path_absolute) },
    Entry { rule: Rule::path_noscheme, run: Run::Spans(take_path_noscheme) },
    Entry { rule: Rule::path_rootless, run: Run::Spans(take_path_rootless) },
    Entry { rule: Rule::path_empty, run: Run::Spans(take_path_empty) },
    Entry { rule: Rule::segment, run: Run::Spans(take_segment) },
    Entry { rule: Rule::segment_nz, run: Run::Spans(take_segment_nz) },
    Entry { rule: Rule::segment_nz_nc, run: Run::Spans(take_segment_nz_nc) },
    Entry { rule: Rule::pchar, run: Run::Class(skip_pchar) },
    Entry { rule: Rule::query, run: Run::Spans(take_query) },
    Entry { rule: Rule::fragment, run: Run::Spans(take_fragment) },
    Entry { rule: Rule::pct_encoded, run: Run::Class(skip_pct_encoded) },
    Entry { rule: Rule::unreserved, run: Run::Class(skip_unreserved) },
    Entry { rule: Rule::sub_delims, run: Run::Class(skip_sub_delims) },
    Entry { rule: Rule::ALPHA, run: Run::Class(skip_ALPHA) },
    Entry { rule: Rule::DIGIT, run: Run::Class(skip_DIGIT) },
    Entry { rule: Rule::HEXDIG, run: Run::Class(skip_HEXDIG) },
];

static C0: Set = set(0x7fffffe07fffffe0000000000000000, false);
static C1: Set = set(0x7fffffe07fffffe03ff680000000000, false);
static C2: Set = set(0x47fffffe87ffffff2fff7ff200000000, false);
static C3: Set = set(0x7e0000007e03ff000000000000, false);
static C4: Set = set(0x47fffffe87fffffe2fff7fd200000000, false);
static C5: Set = set(0x80000000000000000000000, false);
static C6: Set = set(0x47fffffe87fffffe2bff7fd200000000, false);
static C7: Set = set(0x3ff000000000000, false);
static C8: Set = set(0x7e0000007e07ff000000000000, false);
static C9: Set = set(0x400000004000000000000000000000, false);
static C10: Set = set(0x3fe000000000000, false);
static C11: Set = set(0x3f000000000000, false);
static C12: Set = set(0x1f000000000000, false);
static C13: Set = set(0x47fffffe87ffffff2fff7fd200000000, false);
static C14: Set = set(0x47fffffe87ffffff2fffffd200000000, false);
static C15: Set = set(0x47fffffe87ffffff2bff7fd200000000, false);
static C16: Set = set(0x47fffffe87ffffffafffffd200000000, false);
static C17: Set = set(0x47fffffe87fffffe03ff600000000000, false);
static C18: Set = set(0x28001fd200000000, false);

fn take_URI_reference(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let place = out.open();
    let end = 'l1: {
        if holds(s, at, &C0) {
            attempt!('l1, out, take_URI(s, at, out));
        }
        take_relative_ref(s, at, out)
    };
    out.close(place, Rule::URI_reference, at, end)
}

fn take_URI(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let place = out.open();
    let end = 'l1: {
        let at = step!('l1, take_scheme(s, at, out));
        let at = step!('l1, byte(s, at, b':'));
        let at = step!('l1, take_hier_part(s, at, out));
        let at = step!('l1, 'l2: {
            attempt!('l2, out, 'l3: {
                let at = step!('l3, byte(s, at, b'?'));
                take_query(s, at, out)
            });
            at
        });
        'l4: {
            attempt!('l4, out, 'l5: {
                let at = step!('l5, byte(s, at, b'#'));
                take_fragment(s, at, out)
            });
            at
        }
    };
    out.close(place, Rule::URI, at, end)
}

fn take_relative_ref(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let place = out.open();
    let end = 'l1: {
        let at = step!('l1, take_relative_part(s, at, out));
        let at = step!('l1, 'l2: {
            attempt!('l2, out, 'l3: {
                let at = step!('l3, byte(s, at, b'?'));
                take_query(s, at, out)
            });
            at
        });
        'l4: {
            attempt!('l4, out, 'l5: {
                let at = step!('l5, byte(s, at, b'#'));
                take_fragment(s, at, out)
            });
            at
        }
    };
    out.close(place, Rule::relative_ref, at, end)
}

fn take_absolute_URI(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let place = out.open();
    let end = 'l1: {
        let at = step!('l1, take_scheme(s, at, out));
        let at = step!('l1, byte(s, at, b':'));
        let at = step!('l1, take_hier_part(s, at, out));
        'l2: {
            attempt!('l2, out, 'l3: {
                let at = step!('l3, byte(s, at, b'?'));
                take_query(s, at, out)
            });
            at
        }
    };
    out.close(place, Rule::absolute_URI, at, end)
}

fn take_hier_part(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let place = out.open();
    let end = match s.get(at) {
        Some(b'!' | b'$'..=b'.' | b'0'..=b';' | b'=' | b'@'..=b'Z' | b'_' | b'a'..=b'z' | b'~') => 'l1: {
            attempt!('l1, out, take_path_rootless(s, at, out));
            take_path_empty(s, at, out)
        },
        Some(b'/') => 'l2: {
            attempt!('l2, out, 'l3: {
                let at = step!('l3, literal(s, at, b"//"));
                let at = step!('l3, take_authority(s, at, out));
                take_path_abempty(s, at, out)
            });
            attempt!('l2, out, take_path_absolute(s, at, out));
            take_path_empty(s, at, out)
        },
        _ => take_path_empty(s, at, out),
    };
    out.close(place, Rule::hier_part__rfc3986, at, end)
}

fn take_relative_part(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let place = out.open();
    let end = match s.get(at) {
        Some(b'!' | b'$'..=b'.' | b'0'..=b'9' | b';' | b'=' | b'@'..=b'Z' | b'_' | b'a'..=b'z' | b'~') => 'l1: {
            attempt!('l1, out, take_path_noscheme(s, at, out));
            take_path_empty(s, at, out)
        },
        Some(b'/') => 'l2: {
            attempt!('l2, out, 'l3: {
                let at = step!('l3, literal(s, at, b"//"));
                let at = step!('l3, take_authority(s, at, out));
                take_path_abempty(s, at, out)
            });
            attempt!('l2, out, take_path_absolute(s, at, out));
            take_path_empty(s, at, out)
        },
        _ => take_path_empty(s, at, out),
    };
    out.close(place, Rule::relative_part, at, end)
}

fn take_scheme(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = 'l1: {
        let at = step!('l1, one(s, at, &C0));
        many(s, at, &C1)
    };
    out.leaf(Rule::scheme, at, end)
}

fn take_authority(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let place = out.open();
    let end = 'l1: {
        let at = step!('l1, 'l2: {
            if holds(s, at, &C2) {
                attempt!('l2, out, 'l3: {
                    let at = step!('l3, take_userinfo(s, at, out));
                    byte(s, at, b'@')
                });
            }
            at
        });
        let at = step!('l1, take_host(s, at, out));
        'l4: {
            attempt!('l4, out, 'l5: {
                let at = step!('l5, byte(s, at, b':'));
                take_port(s, at, out)
            });
            at
        }
    };
    out.close(place, Rule::authority, at, end)
}

fn take_userinfo(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = {
        let mut at = at;
        loop {
            at = many(s, at, &C4);
            at = again!(at, 'l1: {
                let at = step!('l1, byte(s, at, b'%'));
                let at = step!('l1, one(s, at, &C3));
                one(s, at, &C3)
            });
        }
    };
    out.leaf(Rule::userinfo, at, end)
}

fn take_host(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let place = out.open();
    let end = 'l1: {
        if holds(s, at, &C5) {
            attempt!('l1, out, take_IP_literal(s, at, out));
        }
        if holds(s, at, &C7) {
            attempt!('l1, out, 'l2: {
                let at = step!('l2, take_IPv4address(s, at, out));
                only(at, ('l3: {
                    attempt!('l3, one(s, at, &C6));
                    'l4: {
                        let at = step!('l4, byte(s, at, b'%'));
                        let at = step!('l4, one(s, at, &C3));
                        one(s, at, &C3)
                    }
                }) == FAIL)
            });
        }
        take_reg_name(s, at, out)
    };
    out.close(place, Rule::host, at, end)
}

fn take_port(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = many(s, at, &C7);
    out.leaf(Rule::port, at, end)
}

fn take_IP_literal(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let place = out.open();
    let end = 'l1: {
        let at = step!('l1, byte(s, at, b'['));
            let at = step!('l1, 'l2: {
                if holds(s, at, &C8) {
                    attempt!('l2, out, take_IPv6address(s, at, out));
                }
                take_IPvFuture(s, at, out)
            });
            byte(s, at, b']')
    };
    out.close(place, Rule::IP_literal, at, end)
}

fn take_IPvFuture(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = 'l1: {
        let at = step!('l1, one(s, at, &C9));
        let at = step!('l1, one(s, at, &C3));
        let at = many(s, at, &C3);
        let at = step!('l1, byte(s, at, b'.'));
        let at = step!('l1, one(s, at, &C4));
        many(s, at, &C4)
    };
    out.leaf(Rule::IPvFuture, at, end)
}

fn take_IPv6address(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = match s.get(at) {
        Some(b'0'..=b'9' | b'A'..=b'F' | b'a'..=b'f') => 'l1: {
            attempt!('l1, 'l2: {
                let at = step!('l2, skip_h16(s, at));
                let at = step!('l2, byte(s, at, b':'));
                let at = step!('l2, skip_h16(s, at));
                let at = step!('l2, byte(s, at, b':'));
                let at = step!('l2, skip_h16(s, at));
                let at = step!('l2, byte(s, at, b':'));
                let at = step!('l2, skip_h16(s, at));
                let at = step!('l2, byte(s, at, b':'));
                let at = step!('l2, skip_h16(s, at));
                let at = step!('l2, byte(s, at, b':'));
                let at = step!('l2, skip_h16(s, at));
                let at = step!('l2, byte(s, at, b':'));
                skip_ls32(s, at)
            });
            attempt!('l1, 'l3: {
                let at = step!('l3, 'l4: {
                    if holds(s, at, &C3) {
                        attempt!('l4, skip_h16(s, at));
                    }
                    at
                });
                let at = step!('l3, literal(s, at, b"::"));
                let at = step!('l3, skip_h16(s, at));
                let at = step!('l3, byte(s, at, b':'));
                let at = step!('l3, skip_h16(s, at));
                let at = step!('l3, byte(s, at, b':'));
                let at = step!('l3, skip_h16(s, at));
                let at = step!('l3, byte(s, at, b':'));
                let at = step!('l3, skip_h16(s, at));
                let at = step!('l3, byte(s, at, b':'));
                skip_ls32(s, at)
            });
            attempt!('l1, 'l5: {
                let at = step!('l5, 'l6: {
                    if holds(s, at, &C3) {
                        attempt!('l6, 'l7: {
                            let at = step!('l7, skip_h16(s, at));
                            'l8: {
                                attempt!('l8, 'l9: {
                                    let at = step!('l9, byte(s, at, b':'));
                                    skip_h16(s, at)
                                });
                                at
                            }
                        });
                    }
                    at
                });
                let at = step!('l5, literal(s, at, b"::"));
                let at = step!('l5, skip_h16(s, at));
                let at = step!('l5, byte(s, at, b':'));
                let at = step!('l5, skip_h16(s, at));
                let at = step!('l5, byte(s, at, b':'));
                let at = step!('l5, skip_h16(s, at));
                let at = step!('l5, byte(s, at, b':'));
                skip_ls32(s, at)
            });
            attempt!('l1, 'l10: {
                let at = step!('l10, 'l11: {
                    if holds(s, at, &C3) {
                        attempt!('l11, 'l12: {
                            let at = step!('l12, skip_h16(s, at));
                            'l13: {
                                attempt!('l13, 'l14: {
                                    let at = step!('l14, byte(s, at, b':'));
                                    let at = step!('l14, skip_h16(s, at));
                                    'l15: {
                                        attempt!('l15, 'l16: {
                                            let at = step!('l16, byte(s, at, b':'));
                                            skip_h16(s, at)
                                        });
                                        at
                                    }
                                });
                                at
                            }
                        });
                    }
                    at
                });
                let at = step!('l10, literal(s, at, b"::"));
                let at = step!('l10, skip_h16(s, at));
                let at = step!('l10, byte(s, at, b':'));
                let at = step!('l10, skip_h16(s, at));
                let at = step!('l10, byte(s, at, b':'));
                skip_ls32(s, at)
            });
            attempt!('l1, 'l17: {
                let at = step!('l17, 'l18: {
                    if holds(s, at, &C3) {
                        attempt!('l18, 'l19: {
                            let at = step!('l19, skip_h16(s, at));
                            'l20: {
                                attempt!('l20, 'l21: {
                                    let at = step!('l21, byte(s, at, b':'));
                                    let at = step!('l21, skip_h16(s, at));
                                    'l22: {
                                        attempt!('l22, 'l23: {
                                            let at = step!('l23, byte(s, at, b':'));
                                            let at = step!('l23, skip_h16(s, at));
                                            'l24: {
                                                attempt!('l24, 'l25: {
                                                    let at = step!('l25, byte(s, at, b':'));
                                                    skip_h16(s, at)
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
                    }
                    at
                });
                let at = step!('l17, literal(s, at, b"::"));
                let at = step!('l17, skip_h16(s, at));
                let at = step!('l17, byte(s, at, b':'));
                skip_ls32(s, at)
            });
            attempt!('l1, 'l26: {
                let at = step!('l26, 'l27: {
                    if holds(s, at, &C3) {
                        attempt!('l27, 'l28: {
                            let at = step!('l28, skip_h16(s, at));
                            'l29: {
                                attempt!('l29, 'l30: {
                                    let at = step!('l30, byte(s, at, b':'));
                                    let at = step!('l30, skip_h16(s, at));
                                    'l31: {
                                        attempt!('l31, 'l32: {
                                            let at = step!('l32, byte(s, at, b':'));
                                            let at = step!('l32, skip_h16(s, at));
                                            'l33: {
                                                attempt!('l33, 'l34: {
                                                    let at = step!('l34, byte(s, at, b':'));
                                                    let at = step!('l34, skip_h16(s, at));
                                                    'l35: {
                                                        attempt!('l35, 'l36: {
                                                            let at = step!('l36, byte(s, at, b':'));
                                                            skip_h16(s, at)
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
                    }
                    at
                });
                let at = step!('l26, literal(s, at, b"::"));
                skip_ls32(s, at)
            });
            attempt!('l1, 'l37: {
                let at = step!('l37, 'l38: {
                    if holds(s, at, &C3) {
                        attempt!('l38, 'l39: {
                            let at = step!('l39, skip_h16(s, at));
                            'l40: {
                                attempt!('l40, 'l41: {
                                    let at = step!('l41, byte(s, at, b':'));
                                    let at = step!('l41, skip_h16(s, at));
                                    'l42: {
                                        attempt!('l42, 'l43: {
                                            let at = step!('l43, byte(s, at, b':'));
                                            let at = step!('l43, skip_h16(s, at));
                                            'l44: {
                                                attempt!('l44, 'l45: {
                                                    let at = step!('l45, byte(s, at, b':'));
                                                    let at = step!('l45, skip_h16(s, at));
                                                    'l46: {
                                                        attempt!('l46, 'l47: {
                                                            let at = step!('l47, byte(s, at, b':'));
                                                            let at = step!('l47, skip_h16(s, at));
                                                            'l48: {
                                                                attempt!('l48, 'l49: {
                                                                    let at = step!('l49, byte(s, at, b':'));
                                                                    skip_h16(s, at)
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
                    }
                    at
                });
                let at = step!('l37, literal(s, at, b"::"));
                skip_h16(s, at)
            });
            'l50: {
                let at = step!('l50, 'l51: {
                    if holds(s, at, &C3) {
                        attempt!('l51, 'l52: {
                            let at = step!('l52, skip_h16(s, at));
                            'l53: {
                                attempt!('l53, 'l54: {
                                    let at = step!('l54, byte(s, at, b':'));
                                    let at = step!('l54, skip_h16(s, at));
                                    'l55: {
                                        attempt!('l55, 'l56: {
                                            let at = step!('l56, byte(s, at, b':'));
                                            let at = step!('l56, skip_h16(s, at));
                                            'l57: {
                                                attempt!('l57, 'l58: {
                                                    let at = step!('l58, byte(s, at, b':'));
                                                    let at = step!('l58, skip_h16(s, at));
                                                    'l59: {
                                                        attempt!('l59, 'l60: {
                                                            let at = step!('l60, byte(s, at, b':'));
                                                            let at = step!('l60, skip_h16(s, at));
                                                            'l61: {
                                                                attempt!('l61, 'l62: {
                                                                    let at = step!('l62, byte(s, at, b':'));
                                                                    let at = step!('l62, skip_h16(s, at));
                                                                    'l63: {
                                                                        attempt!('l63, 'l64: {
                                                                            let at = step!('l64, byte(s, at, b':'));
                                                                            skip_h16(s, at)
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
                    }
                    at
                });
                literal(s, at, b"::")
            }
        },
        Some(b':') => 'l65: {
            attempt!('l65, 'l66: {
                let at = step!('l66, literal(s, at, b"::"));
                let at = step!('l66, skip_h16(s, at));
                let at = step!('l66, byte(s, at, b':'));
                let at = step!('l66, skip_h16(s, at));
                let at = step!('l66, byte(s, at, b':'));
                let at = step!('l66, skip_h16(s, at));
                let at = step!('l66, byte(s, at, b':'));
                let at = step!('l66, skip_h16(s, at));
                let at = step!('l66, byte(s, at, b':'));
                let at = step!('l66, skip_h16(s, at));
                let at = step!('l66, byte(s, at, b':'));
                skip_ls32(s, at)
            });
            attempt!('l65, 'l67: {
                let at = step!('l67, 'l68: {
                    if holds(s, at, &C3) {
                        attempt!('l68, skip_h16(s, at));
                    }
                    at
                });
                let at = step!('l67, literal(s, at, b"::"));
                let at = step!('l67, skip_h16(s, at));
                let at = step!('l67, byte(s, at, b':'));
                let at = step!('l67, skip_h16(s, at));
                let at = step!('l67, byte(s, at, b':'));
                let at = step!('l67, skip_h16(s, at));
                let at = step!('l67, byte(s, at, b':'));
                let at = step!('l67, skip_h16(s, at));
                let at = step!('l67, byte(s, at, b':'));
                skip_ls32(s, at)
            });
            attempt!('l65, 'l69: {
                let at = step!('l69, 'l70: {
                    if holds(s, at, &C3) {
                        attempt!('l70, 'l71: {
                            let at = step!('l71, skip_h16(s, at));
                            'l72: {
                                attempt!('l72, 'l73: {
                                    let at = step!('l73, byte(s, at, b':'));
                                    skip_h16(s, at)
                                });
                                at
                            }
                        });
                    }
                    at
                });
                let at = step!('l69, literal(s, at, b"::"));
                let at = step!('l69, skip_h16(s, at));
                let at = step!('l69, byte(s, at, b':'));
                let at = step!('l69, skip_h16(s, at));
                let at = step!('l69, byte(s, at, b':'));
                let at = step!('l69, skip_h16(s, at));
                let at = step!('l69, byte(s, at, b':'));
                skip_ls32(s, at)
            });
            attempt!('l65, 'l74: {
                let at = step!('l74, 'l75: {
                    if holds(s, at, &C3) {
                        attempt!('l75, 'l76: {
                            let at = step!('l76, skip_h16(s, at));
                            'l77: {
                                attempt!('l77, 'l78: {
                                    let at = step!('l78, byte(s, at, b':'));
                                    let at = step!('l78, skip_h16(s, at));
                                    'l79: {
                                        attempt!('l79, 'l80: {
                                            let at = step!('l80, byte(s, at, b':'));
                                            skip_h16(s, at)
                                        });
                                        at
                                    }
                                });
                                at
                            }
                        });
                    }
                    at
                });
                let at = step!('l74, literal(s, at, b"::"));
                let at = step!('l74, skip_h16(s, at));
                let at = step!('l74, byte(s, at, b':'));
                let at = step!('l74, skip_h16(s, at));
                let at = step!('l74, byte(s, at, b':'));
                skip_ls32(s, at)
            });
            attempt!('l65, 'l81: {
                let at = step!('l81, 'l82: {
                    if holds(s, at, &C3) {
                        attempt!('l82, 'l83: {
                            let at = step!('l83, skip_h16(s, at));
                            'l84: {
                                attempt!('l84, 'l85: {
                                    let at = step!('l85, byte(s, at, b':'));
                                    let at = step!('l85, skip_h16(s, at));
                                    'l86: {
                                        attempt!('l86, 'l87: {
                                            let at = step!('l87, byte(s, at, b':'));
                                            let at = step!('l87, skip_h16(s, at));
                                            'l88: {
                                                attempt!('l88, 'l89: {
                                                    let at = step!('l89, byte(s, at, b':'));
                                                    skip_h16(s, at)
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
                    }
                    at
                });
                let at = step!('l81, literal(s, at, b"::"));
                let at = step!('l81, skip_h16(s, at));
                let at = step!('l81, byte(s, at, b':'));
                skip_ls32(s, at)
            });
            attempt!('l65, 'l90: {
                let at = step!('l90, 'l91: {
                    if holds(s, at, &C3) {
                        attempt!('l91, 'l92: {
                            let at = step!('l92, skip_h16(s, at));
                            'l93: {
                                attempt!('l93, 'l94: {
                                    let at = step!('l94, byte(s, at, b':'));
                                    let at = step!('l94, skip_h16(s, at));
                                    'l95: {
                                        attempt!('l95, 'l96: {
                                            let at = step!('l96, byte(s, at, b':'));
                                            let at = step!('l96, skip_h16(s, at));
                                            'l97: {
                                                attempt!('l97, 'l98: {
                                                    let at = step!('l98, byte(s, at, b':'));
                                                    let at = step!('l98, skip_h16(s, at));
                                                    'l99: {
                                                        attempt!('l99, 'l100: {
                                                            let at = step!('l100, byte(s, at, b':'));
                                                            skip_h16(s, at)
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
                    }
                    at
                });
                let at = step!('l90, literal(s, at, b"::"));
                skip_ls32(s, at)
            });
            attempt!('l65, 'l101: {
                let at = step!('l101, 'l102: {
                    if holds(s, at, &C3) {
                        attempt!('l102, 'l103: {
                            let at = step!('l103, skip_h16(s, at));
                            'l104: {
                                attempt!('l104, 'l105: {
                                    let at = step!('l105, byte(s, at, b':'));
                                    let at = step!('l105, skip_h16(s, at));
                                    'l106: {
                                        attempt!('l106, 'l107: {
                                            let at = step!('l107, byte(s, at, b':'));
                                            let at = step!('l107, skip_h16(s, at));
                                            'l108: {
                                                attempt!('l108, 'l109: {
                                                    let at = step!('l109, byte(s, at, b':'));
                                                    let at = step!('l109, skip_h16(s, at));
                                                    'l110: {
                                                        attempt!('l110, 'l111: {
                                                            let at = step!('l111, byte(s, at, b':'));
                                                            let at = step!('l111, skip_h16(s, at));
                                                            'l112: {
                                                                attempt!('l112, 'l113: {
                                                                    let at = step!('l113, byte(s, at, b':'));
                                                                    skip_h16(s, at)
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
                    }
                    at
                });
                let at = step!('l101, literal(s, at, b"::"));
                skip_h16(s, at)
            });
            'l114: {
                let at = step!('l114, 'l115: {
                    if holds(s, at, &C3) {
                        attempt!('l115, 'l116: {
                            let at = step!('l116, skip_h16(s, at));
                            'l117: {
                                attempt!('l117, 'l118: {
                                    let at = step!('l118, byte(s, at, b':'));
                                    let at = step!('l118, skip_h16(s, at));
                                    'l119: {
                                        attempt!('l119, 'l120: {
                                            let at = step!('l120, byte(s, at, b':'));
                                            let at = step!('l120, skip_h16(s, at));
                                            'l121: {
                                                attempt!('l121, 'l122: {
                                                    let at = step!('l122, byte(s, at, b':'));
                                                    let at = step!('l122, skip_h16(s, at));
                                                    'l123: {
                                                        attempt!('l123, 'l124: {
                                                            let at = step!('l124, byte(s, at, b':'));
                                                            let at = step!('l124, skip_h16(s, at));
                                                            'l125: {
                                                                attempt!('l125, 'l126: {
                                                                    let at = step!('l126, byte(s, at, b':'));
                                                                    let at = step!('l126, skip_h16(s, at));
                                                                    'l127: {
                                                                        attempt!('l127, 'l128: {
                                                                            let at = step!('l128, byte(s, at, b':'));
                                                                            skip_h16(s, at)
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
                    }
                    at
                });
                literal(s, at, b"::")
            }
        },
        _ => FAIL,
    };
    out.leaf(Rule::IPv6address, at, end)
}

fn skip_h16(s: &[u8], at: usize) -> usize {
    'l1: {
        let at = step!('l1, one(s, at, &C3));
        'l2: {
            attempt!('l2, 'l3: {
                let at = step!('l3, one(s, at, &C3));
                'l4: {
                    attempt!('l4, 'l5: {
                        let at = step!('l5, one(s, at, &C3));
                        'l6: {
                            attempt!('l6, one(s, at, &C3));
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

fn take_h16(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = 'l1: {
        let at = step!('l1, one(s, at, &C3));
        'l2: {
            attempt!('l2, 'l3: {
                let at = step!('l3, one(s, at, &C3));
                'l4: {
                    attempt!('l4, 'l5: {
                        let at = step!('l5, one(s, at, &C3));
                        'l6: {
                            attempt!('l6, one(s, at, &C3));
                            at
                        }
                    });
                    at
                }
            });
            at
        }
    };
    out.leaf(Rule::h16, at, end)
}

fn skip_ls32(s: &[u8], at: usize) -> usize {
    'l1: {
        if holds(s, at, &C3) {
            attempt!('l1, 'l2: {
                let at = step!('l2, skip_h16(s, at));
                let at = step!('l2, byte(s, at, b':'));
                skip_h16(s, at)
            });
        }
        'l3: {
            let at = step!('l3, skip_dec_octet(s, at));
            let at = step!('l3, byte(s, at, b'.'));
            let at = step!('l3, skip_dec_octet(s, at));
            let at = step!('l3, byte(s, at, b'.'));
            let at = step!('l3, skip_dec_octet(s, at));
            let at = step!('l3, byte(s, at, b'.'));
            skip_dec_octet(s, at)
        }
    }
}

fn take_ls32(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = 'l1: {
        if holds(s, at, &C3) {
            attempt!('l1, 'l2: {
                let at = step!('l2, skip_h16(s, at));
                let at = step!('l2, byte(s, at, b':'));
                skip_h16(s, at)
            });
        }
        'l3: {
            let at = step!('l3, skip_dec_octet(s, at));
            let at = step!('l3, byte(s, at, b'.'));
            let at = step!('l3, skip_dec_octet(s, at));
            let at = step!('l3, byte(s, at, b'.'));
            let at = step!('l3, skip_dec_octet(s, at));
            let at = step!('l3, byte(s, at, b'.'));
            skip_dec_octet(s, at)
        }
    };
    out.leaf(Rule::ls32, at, end)
}

fn take_IPv4address(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = 'l1: {
        let at = step!('l1, skip_dec_octet(s, at));
        let at = step!('l1, byte(s, at, b'.'));
        let at = step!('l1, skip_dec_octet(s, at));
        let at = step!('l1, byte(s, at, b'.'));
        let at = step!('l1, skip_dec_octet(s, at));
        let at = step!('l1, byte(s, at, b'.'));
        skip_dec_octet(s, at)
    };
    out.leaf(Rule::IPv4address, at, end)
}

fn skip_dec_octet(s: &[u8], at: usize) -> usize {
    match s.get(at) {
        Some(b'0') => one(s, at, &C7),
        Some(b'1') => 'l1: {
            attempt!('l1, 'l2: {
                let at = step!('l2, byte(s, at, b'1'));
                let at = step!('l2, one(s, at, &C7));
                one(s, at, &C7)
            });
            attempt!('l1, 'l3: {
                let at = step!('l3, one(s, at, &C10));
                one(s, at, &C7)
            });
            one(s, at, &C7)
        },
        Some(b'2') => 'l4: {
            attempt!('l4, 'l5: {
                let at = step!('l5, literal(s, at, b"25"));
                one(s, at, &C11)
            });
            attempt!('l4, 'l6: {
                let at = step!('l6, byte(s, at, b'2'));
                let at = step!('l6, one(s, at, &C12));
                one(s, at, &C7)
            });
            attempt!('l4, 'l7: {
                let at = step!('l7, one(s, at, &C10));
                one(s, at, &C7)
            });
            one(s, at, &C7)
        },
        Some(b'3'..=b'9') => 'l8: {
            attempt!('l8, 'l9: {
                let at = step!('l9, one(s, at, &C10));
                one(s, at, &C7)
            });
            one(s, at, &C7)
        },
        _ => FAIL,
    }
}

fn take_dec_octet(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = match s.get(at) {
        Some(b'0') => one(s, at, &C7),
        Some(b'1') => 'l1: {
            attempt!('l1, 'l2: {
                let at = step!('l2, byte(s, at, b'1'));
                let at = step!('l2, one(s, at, &C7));
                one(s, at, &C7)
            });
            attempt!('l1, 'l3: {
                let at = step!('l3, one(s, at, &C10));
                one(s, at, &C7)
            });
            one(s, at, &C7)
        },
        Some(b'2') => 'l4: {
            attempt!('l4, 'l5: {
                let at = step!('l5, literal(s, at, b"25"));
                one(s, at, &C11)
            });
            attempt!('l4, 'l6: {
                let at = step!('l6, byte(s, at, b'2'));
                let at = step!('l6, one(s, at, &C12));
                one(s, at, &C7)
            });
            attempt!('l4, 'l7: {
                let at = step!('l7, one(s, at, &C10));
                one(s, at, &C7)
            });
            one(s, at, &C7)
        },
        Some(b'3'..=b'9') => 'l8: {
            attempt!('l8, 'l9: {
                let at = step!('l9, one(s, at, &C10));
                one(s, at, &C7)
            });
            one(s, at, &C7)
        },
        _ => FAIL,
    };
    out.leaf(Rule::dec_octet, at, end)
}

fn take_reg_name(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = {
        let mut at = at;
        loop {
            at = many(s, at, &C6);
            at = again!(at, 'l1: {
                let at = step!('l1, byte(s, at, b'%'));
                let at = step!('l1, one(s, at, &C3));
                one(s, at, &C3)
            });
        }
    };
    out.leaf(Rule::reg_name__rfc3986, at, end)
}

fn take_path_abempty(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    if !out.lists {
        return out.leaf(Rule::path_abempty, at, skip_path_abempty(s, at));
    }
    let place = out.open();
    let end = {
        let mut at = at;
        loop {
            at = again!(out, at, 'l1: {
                let at = step!('l1, byte(s, at, b'/'));
                take_segment(s, at, out)
            });
        }
    };
    out.close(place, Rule::path_abempty, at, end)
}

fn skip_path_abempty(s: &[u8], at: usize) -> usize {
    {
        let mut at = at;
        loop {
            at = again!(at, 'l1: {
                let at = step!('l1, byte(s, at, b'/'));
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
            });
        }
    }
}

fn take_path_absolute(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    if !out.lists {
        return out.leaf(Rule::path_absolute, at, skip_path_absolute(s, at));
    }
    let place = out.open();
    let end = 'l1: {
        let at = step!('l1, byte(s, at, b'/'));
        'l2: {
            if holds(s, at, &C2) {
                attempt!('l2, out, 'l3: {
                    let at = step!('l3, take_segment_nz(s, at, out));
                    {
                        let mut at = at;
                        loop {
                            at = again!(out, at, 'l4: {
                                let at = step!('l4, byte(s, at, b'/'));
                                take_segment(s, at, out)
                            });
                        }
                    }
                });
            }
            at
        }
    };
    out.close(place, Rule::path_absolute, at, end)
}

fn skip_path_absolute(s: &[u8], at: usize) -> usize {
    'l1: {
        let at = step!('l1, byte(s, at, b'/'));
        'l2: {
            if holds(s, at, &C2) {
                attempt!('l2, 'l3: {
                    let at = step!('l3, 'l4: {
                        attempt!('l4, one(s, at, &C13));
                        'l5: {
                            let at = step!('l5, byte(s, at, b'%'));
                            let at = step!('l5, one(s, at, &C3));
                            one(s, at, &C3)
                        }
                    });
                    {
                        let mut at = at;
                        loop {
                            at = many(s, at, &C14);
                            at = again!(at, 'l6: {
                                let at = step!('l6, byte(s, at, b'%'));
                                let at = step!('l6, one(s, at, &C3));
                                one(s, at, &C3)
                            });
                        }
                    }
                });
            }
            at
        }
    }
}

fn take_path_noscheme(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    if !out.lists {
        return out.leaf(Rule::path_noscheme, at, skip_path_noscheme(s, at));
    }
    let place = out.open();
    let end = 'l1: {
        let at = step!('l1, take_segment_nz_nc(s, at, out));
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
    out.close(place, Rule::path_noscheme, at, end)
}

fn skip_path_noscheme(s: &[u8], at: usize) -> usize {
    'l1: {
        let at = step!('l1, skip_segment_nz_nc(s, at));
        {
            let mut at = at;
            loop {
                at = again!(at, 'l2: {
                    let at = step!('l2, byte(s, at, b'/'));
                    {
                        let mut at = at;
                        loop {
                            at = many(s, at, &C13);
                            at = again!(at, 'l3: {
                                let at = step!('l3, byte(s, at, b'%'));
                                let at = step!('l3, one(s, at, &C3));
                                one(s, at, &C3)
                            });
                        }
                    }
                });
            }
        }
    }
}

fn take_path_rootless(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    if !out.lists {
        return out.leaf(Rule::path_rootless, at, skip_path_rootless(s, at));
    }
    let place = out.open();
    let end = 'l1: {
        let at = step!('l1, take_segment_nz(s, at, out));
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
    out.close(place, Rule::path_rootless, at, end)
}

fn skip_path_rootless(s: &[u8], at: usize) -> usize {
    'l1: {
        let at = step!('l1, 'l2: {
            attempt!('l2, one(s, at, &C13));
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

fn take_path_empty(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = at;
    out.leaf(Rule::path_empty, at, end)
}

fn take_segment(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
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
    out.leaf(Rule::segment, at, end)
}

fn take_segment_nz(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = 'l1: {
        let at = step!('l1, 'l2: {
            attempt!('l2, one(s, at, &C13));
            'l3: {
                let at = step!('l3, byte(s, at, b'%'));
                let at = step!('l3, one(s, at, &C3));
                one(s, at, &C3)
            }
        });
        {
            let mut at = at;
            loop {
                at = many(s, at, &C13);
                at = again!(at, 'l4: {
                    let at = step!('l4, byte(s, at, b'%'));
                    let at = step!('l4, one(s, at, &C3));
                    one(s, at, &C3)
                });
            }
        }
    };
    out.leaf(Rule::segment_nz, at, end)
}

fn skip_segment_nz_nc(s: &[u8], at: usize) -> usize {
    'l1: {
        let at = step!('l1, 'l2: {
            attempt!('l2, one(s, at, &C15));
            'l3: {
                let at = step!('l3, byte(s, at, b'%'));
                let at = step!('l3, one(s, at, &C3));
                one(s, at, &C3)
            }
        });
        {
            let mut at = at;
            loop {
                at = many(s, at, &C15);
                at = again!(at, 'l4: {
                    let at = step!('l4, byte(s, at, b'%'));
                    let at = step!('l4, one(s, at, &C3));
                    one(s, at, &C3)
                });
            }
        }
    }
}

fn take_segment_nz_nc(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = 'l1: {
        let at = step!('l1, 'l2: {
            attempt!('l2, one(s, at, &C15));
            'l3: {
                let at = step!('l3, byte(s, at, b'%'));
                let at = step!('l3, one(s, at, &C3));
                one(s, at, &C3)
            }
        });
        {
            let mut at = at;
            loop {
                at = many(s, at, &C15);
                at = again!(at, 'l4: {
                    let at = step!('l4, byte(s, at, b'%'));
                    let at = step!('l4, one(s, at, &C3));
                    one(s, at, &C3)
                });
            }
        }
    };
    out.leaf(Rule::segment_nz_nc, at, end)
}

fn skip_pchar(s: &[u8], at: usize) -> usize {
    'l1: {
        attempt!('l1, one(s, at, &C13));
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
            at = many(s, at, &C16);
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
            at = many(s, at, &C16);
            at = again!(at, 'l1: {
                let at = step!('l1, byte(s, at, b'%'));
                let at = step!('l1, one(s, at, &C3));
                one(s, at, &C3)
            });
        }
    };
    out.leaf(Rule::fragment, at, end)
}

fn skip_pct_encoded(s: &[u8], at: usize) -> usize {
    'l1: {
        let at = step!('l1, byte(s, at, b'%'));
        let at = step!('l1, one(s, at, &C3));
        one(s, at, &C3)
    }
}

fn skip_unreserved(s: &[u8], at: usize) -> usize {
    one(s, at, &C17)
}

fn skip_sub_delims(s: &[u8], at: usize) -> usize {
    one(s, at, &C18)
}

fn skip_ALPHA(s: &[u8], at: usize) -> usize {
    one(s, at, &C0)
}

fn skip_DIGIT(s: &[u8], at: usize) -> usize {
    one(s, at, &C7)
}

fn skip_HEXDIG(s: &[u8], at: usize) -> usize {
    one(s, at, &C3)
}
