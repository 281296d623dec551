// Made from `grammar/rfc1808.pest` by `src/language/generate.rs`. A unit test keeps it fresh: do not edit it.

use super::run::*;
use crate::rule::Rule;

pub(super) const ENTRIES: &[Entry] = &[
    Entry { rule: Rule::URL, run: Run::Spans(take_URL) },
    Entry { rule: Rule::absoluteURL, run: Run::Spans(take_absoluteURL) },
    Entry { rule: Rule::generic_RL, run: Run::Spans(take_generic_RL) },
    Entry { rule: Rule::relativeURL, run: Run::Spans(take_relativeURL) },
    Entry { rule: Rule::net_path, run: Run::Spans(take_net_path) },
    Entry { rule: Rule::abs_path, run: Run::Spans(take_abs_path) },
    Entry { rule: Rule::rel_path, run: Run::Spans(take_rel_path) },
    Entry { rule: Rule::path, run: Run::Spans(take_path) },
    Entry { rule: Rule::fsegment, run: Run::Spans(take_fsegment) },
    Entry { rule: Rule::segment, run: Run::Spans(take_segment) },
    Entry { rule: Rule::params, run: Run::Spans(take_params) },
    Entry { rule: Rule::param, run: Run::Spans(take_param) },
    Entry { rule: Rule::scheme, run: Run::Spans(take_scheme) },
    Entry { rule: Rule::net_loc, run: Run::Spans(take_net_loc) },
    Entry { rule: Rule::query, run: Run::Spans(take_query) },
    Entry { rule: Rule::fragment, run: Run::Spans(take_fragment) },
    Entry { rule: Rule::pchar, run: Run::Class(skip_pchar) },
    Entry { rule: Rule::uchar, run: Run::Class(skip_uchar) },
    Entry { rule: Rule::unreserved, run: Run::Class(skip_unreserved) },
    Entry { rule: Rule::escape, run: Run::Class(skip_escape) },
    Entry { rule: Rule::hex, run: Run::Class(skip_hex) },
    Entry { rule: Rule::alpha, run: Run::Class(skip_alpha) },
    Entry { rule: Rule::lowalpha, run: Run::Class(skip_lowalpha) },
    Entry { rule: Rule::hialpha, run: Run::Class(skip_hialpha) },
    Entry { rule: Rule::digit, run: Run::Class(skip_digit) },
    Entry { rule: Rule::safe, run: Run::Class(skip_safe) },
    Entry { rule: Rule::extra, run: Run::Class(skip_extra) },
    Entry { rule: Rule::reserved, run: Run::Class(skip_reserved) },
];

static C0: Set = set(0x7fffffe07fffffe03ff680000000000, false);
static C1: Set = set(0x7fffffe87ffffffafffffd200000000, false);
static C2: Set = set(0x7e0000007e03ff000000000000, false);
static C3: Set = set(0x800000000000, false);
static C4: Set = set(0x7fffffe87ffffff27ff7ff200000000, false);
static C5: Set = set(0x7fffffe87ffffff27ff7fd200000000, false);
static C6: Set = set(0x7fffffe87ffffff27ffffd200000000, false);
static C7: Set = set(0x7fffffe87ffffff2fffffd200000000, false);
static C8: Set = set(0x7fffffe87ffffffafff7fd200000000, false);
static C9: Set = set(0x7fffffe87fffffe03ff7f9200000000, false);
static C10: Set = set(0x7fffffe07fffffe0000000000000000, false);
static C11: Set = set(0x7fffffe000000000000000000000000, false);
static C12: Set = set(0x7fffffe0000000000000000, false);
static C13: Set = set(0x3ff000000000000, false);
static C14: Set = set(0x800000000000681000000000, false);
static C15: Set = set(0x178200000000, false);
static C16: Set = set(0x1ac00804000000000, false);

fn take_URL(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let place = out.open();
    let end = 'l1: {
        let at = step!('l1, 'l2: {
            if holds(s, at, &C0) {
                attempt!('l2, out, take_absoluteURL(s, at, out));
            }
            take_relativeURL(s, at, out)
        });
        'l3: {
            attempt!('l3, out, 'l4: {
                let at = step!('l4, byte(s, at, b'#'));
                take_fragment(s, at, out)
            });
            at
        }
    };
    out.close(place, Rule::URL, at, end)
}

fn take_absoluteURL(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let place = out.open();
    let end = 'l1: {
        if holds(s, at, &C0) {
            attempt!('l1, out, 'l2: {
                let at = step!('l2, take_generic_RL(s, at, out));
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
            let at = step!('l5, take_scheme(s, at, out));
            let at = step!('l5, byte(s, at, b':'));
            skip__opaque(s, at)
        }
    };
    out.close(place, Rule::absoluteURL, at, end)
}

fn take_generic_RL(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let place = out.open();
    let end = 'l1: {
        let at = step!('l1, take_scheme(s, at, out));
        let at = step!('l1, byte(s, at, b':'));
        take_relativeURL(s, at, out)
    };
    out.close(place, Rule::generic_RL, at, end)
}

fn take_relativeURL(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let place = out.open();
    let end = 'l1: {
        if holds(s, at, &C3) {
            attempt!('l1, out, take_net_path(s, at, out));
        }
        if holds(s, at, &C3) {
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
        let at = step!('l1, take_net_loc(s, at, out));
        'l2: {
            if holds(s, at, &C3) {
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
        let at = step!('l1, take__path_and_params(s, at, out));
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

fn take__path_and_params(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    'l1: {
        let at = step!('l1, 'l2: {
            if holds(s, at, &C4) {
                attempt!('l2, out, take_path(s, at, out));
            }
            at
        });
        'l3: {
            attempt!('l3, out, 'l4: {
                let at = step!('l4, byte(s, at, b';'));
                take_params(s, at, out)
            });
            at
        }
    }
}

fn take_path(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    if !out.lists {
        return out.leaf(Rule::path, at, skip_path(s, at));
    }
    let place = out.open();
    let end = 'l1: {
        let at = step!('l1, take_fsegment(s, at, out));
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
    out.close(place, Rule::path, at, end)
}

fn skip_path(s: &[u8], at: usize) -> usize {
    'l1: {
        let at = step!('l1, 'l2: {
            attempt!('l2, one(s, at, &C5));
            'l3: {
                let at = step!('l3, byte(s, at, b'%'));
                let at = step!('l3, one(s, at, &C2));
                one(s, at, &C2)
            }
        });
        {
            let mut at = at;
            loop {
                at = many(s, at, &C6);
                at = again!(at, 'l4: {
                    let at = step!('l4, byte(s, at, b'%'));
                    let at = step!('l4, one(s, at, &C2));
                    one(s, at, &C2)
                });
            }
        }
    }
}

fn take_fsegment(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = 'l1: {
        let at = step!('l1, 'l2: {
            attempt!('l2, one(s, at, &C5));
            'l3: {
                let at = step!('l3, byte(s, at, b'%'));
                let at = step!('l3, one(s, at, &C2));
                one(s, at, &C2)
            }
        });
        {
            let mut at = at;
            loop {
                at = many(s, at, &C5);
                at = again!(at, 'l4: {
                    let at = step!('l4, byte(s, at, b'%'));
                    let at = step!('l4, one(s, at, &C2));
                    one(s, at, &C2)
                });
            }
        }
    };
    out.leaf(Rule::fsegment, at, end)
}

fn take_segment(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = {
        let mut at = at;
        loop {
            at = many(s, at, &C5);
            at = again!(at, 'l1: {
                let at = step!('l1, byte(s, at, b'%'));
                let at = step!('l1, one(s, at, &C2));
                one(s, at, &C2)
            });
        }
    };
    out.leaf(Rule::segment, at, end)
}

fn take_params(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    if !out.lists {
        return out.leaf(Rule::params, at, skip_params(s, at));
    }
    let place = out.open();
    let end = 'l1: {
        let at = step!('l1, take_param(s, at, out));
        {
            let mut at = at;
            loop {
                at = again!(out, at, 'l2: {
                    let at = step!('l2, byte(s, at, b';'));
                    take_param(s, at, out)
                });
            }
        }
    };
    out.close(place, Rule::params, at, end)
}

fn skip_params(s: &[u8], at: usize) -> usize {
    {
        let mut at = at;
        loop {
            at = many(s, at, &C7);
            at = again!(at, 'l1: {
                let at = step!('l1, byte(s, at, b'%'));
                let at = step!('l1, one(s, at, &C2));
                one(s, at, &C2)
            });
        }
    }
}

fn take_param(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = {
        let mut at = at;
        loop {
            at = many(s, at, &C6);
            at = again!(at, 'l1: {
                let at = step!('l1, byte(s, at, b'%'));
                let at = step!('l1, one(s, at, &C2));
                one(s, at, &C2)
            });
        }
    };
    out.leaf(Rule::param, at, end)
}

fn take_scheme(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = 'l1: {
        let at = step!('l1, one(s, at, &C0));
        many(s, at, &C0)
    };
    out.leaf(Rule::scheme, at, end)
}

fn take_net_loc(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = {
        let mut at = at;
        loop {
            at = many(s, at, &C8);
            at = again!(at, 'l1: {
                let at = step!('l1, byte(s, at, b'%'));
                let at = step!('l1, one(s, at, &C2));
                one(s, at, &C2)
            });
        }
    };
    out.leaf(Rule::net_loc, at, end)
}

fn take_query(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
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
    out.leaf(Rule::query, at, end)
}

fn take_fragment(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
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
    out.leaf(Rule::fragment, at, end)
}

fn skip_pchar(s: &[u8], at: usize) -> usize {
    'l1: {
        attempt!('l1, one(s, at, &C5));
        'l2: {
            let at = step!('l2, byte(s, at, b'%'));
            let at = step!('l2, one(s, at, &C2));
            one(s, at, &C2)
        }
    }
}

fn skip_uchar(s: &[u8], at: usize) -> usize {
    'l1: {
        attempt!('l1, one(s, at, &C9));
        'l2: {
            let at = step!('l2, byte(s, at, b'%'));
            let at = step!('l2, one(s, at, &C2));
            one(s, at, &C2)
        }
    }
}

fn skip_unreserved(s: &[u8], at: usize) -> usize {
    one(s, at, &C9)
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

fn skip_alpha(s: &[u8], at: usize) -> usize {
    one(s, at, &C10)
}

fn skip_lowalpha(s: &[u8], at: usize) -> usize {
    one(s, at, &C11)
}

fn skip_hialpha(s: &[u8], at: usize) -> usize {
    one(s, at, &C12)
}

fn skip_digit(s: &[u8], at: usize) -> usize {
    one(s, at, &C13)
}

fn skip_safe(s: &[u8], at: usize) -> usize {
    one(s, at, &C14)
}

fn skip_extra(s: &[u8], at: usize) -> usize {
    one(s, at, &C15)
}

fn skip_reserved(s: &[u8], at: usize) -> usize {
    one(s, at, &C16)
}

fn skip__opaque(s: &[u8], at: usize) -> usize {
    'l1: {
        let at = step!('l1, 'l2: {
            attempt!('l2, 'l3: {
                let at = step!('l3, literal(s, at, b"//"));
                {
                    let mut at = at;
                    loop {
                        at = many(s, at, &C8);
                        at = again!(at, 'l4: {
                            let at = step!('l4, byte(s, at, b'%'));
                            let at = step!('l4, one(s, at, &C2));
                            one(s, at, &C2)
                        });
                    }
                }
            });
            at
        });
        let at = {
            let mut at = at;
            loop {
                at = many(s, at, &C7);
                at = again!(at, 'l5: {
                    let at = step!('l5, byte(s, at, b'%'));
                    let at = step!('l5, one(s, at, &C2));
                    one(s, at, &C2)
                });
            }
        };
        'l6: {
            attempt!('l6, 'l7: {
                let at = step!('l7, byte(s, at, b'?'));
                {
                    let mut at = at;
                    loop {
                        at = many(s, at, &C1);
                        at = again!(at, 'l8: {
                            let at = step!('l8, byte(s, at, b'%'));
                            let at = step!('l8, one(s, at, &C2));
                            one(s, at, &C2)
                        });
                    }
                }
            });
            at
        }
    }
}
