// Made from `grammar/rfc1630-generic.pest` by `src/language/generate.rs`. A unit test keeps it fresh: do not edit it.

use super::run::*;
use crate::rule::Rule;

pub(super) const ENTRIES: &[Entry] = &[
    Entry { rule: Rule::fragmentaddress, run: Run::Spans(take_fragmentaddress) },
    Entry { rule: Rule::uri, run: Run::Spans(take_uri) },
    Entry { rule: Rule::scheme, run: Run::Spans(take_scheme) },
    Entry { rule: Rule::path, run: Run::Spans(take_path) },
    Entry { rule: Rule::search, run: Run::Spans(take_search) },
    Entry { rule: Rule::fragmentid, run: Run::Spans(take_fragmentid) },
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
];

static C0: Set = set(0x7fffffe87ffffff03ff7ff600000000, false);
static C1: Set = set(0x7e0000007e03ff000000000000, false);
static C2: Set = set(0x7fffffe87ffffff03ffffd600000000, false);
static C3: Set = set(0x7fffffe87ffffff03ff77d600000000, false);
static C4: Set = set(0x7fffffe87ffffff03ff7fd600000000, false);
static C5: Set = set(0x7fffffe07fffffe0000000000000000, false);
static C6: Set = set(0x3ff000000000000, false);
static C7: Set = set(0x800000010000605000000000, false);
static C8: Set = set(0x178600000000, false);

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
    let end = 'l1: {
        let at = step!('l1, take_scheme(s, at, out));
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
    out.close(place, Rule::uri, at, end)
}

fn take_scheme(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = skip_ialpha(s, at);
    out.leaf(Rule::scheme, at, end)
}

fn take_path(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    if !out.lists {
        return out.leaf(Rule::path, at, skip_path(s, at));
    }
    let place = out.open();
    let end = 'l1: {
        let at = step!('l1, 'l2: {
            if holds(s, at, &C0) {
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
                        if holds(s, at, &C0) {
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
            at = many(s, at, &C2);
            at = again!(at, 'l1: {
                let at = step!('l1, byte(s, at, b'%'));
                let at = step!('l1, one(s, at, &C1));
                one(s, at, &C1)
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
        let at = step!('l1, take_xalphas(s, at, out));
        {
            let mut at = at;
            loop {
                at = again!(out, at, 'l2: {
                    let at = step!('l2, byte(s, at, b'+'));
                    take_xalphas(s, at, out)
                });
            }
        }
    };
    out.close(place, Rule::search, at, end)
}

fn skip_search(s: &[u8], at: usize) -> usize {
    'l1: {
        let at = step!('l1, skip_xalphas(s, at));
        {
            let mut at = at;
            loop {
                at = again!(at, 'l2: {
                    let at = step!('l2, byte(s, at, b'+'));
                    skip_xalphas(s, at)
                });
            }
        }
    }
}

fn take_fragmentid(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = skip_xalphas(s, at);
    out.leaf(Rule::fragmentid, at, end)
}

fn skip_xalpha(s: &[u8], at: usize) -> usize {
    'l1: {
        attempt!('l1, one(s, at, &C3));
        'l2: {
            let at = step!('l2, byte(s, at, b'%'));
            let at = step!('l2, one(s, at, &C1));
            one(s, at, &C1)
        }
    }
}

fn skip_xalphas(s: &[u8], at: usize) -> usize {
    'l1: {
        let at = step!('l1, 'l2: {
            attempt!('l2, one(s, at, &C3));
            'l3: {
                let at = step!('l3, byte(s, at, b'%'));
                let at = step!('l3, one(s, at, &C1));
                one(s, at, &C1)
            }
        });
        {
            let mut at = at;
            loop {
                at = many(s, at, &C3);
                at = again!(at, 'l4: {
                    let at = step!('l4, byte(s, at, b'%'));
                    let at = step!('l4, one(s, at, &C1));
                    one(s, at, &C1)
                });
            }
        }
    }
}

fn take_xalphas(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = 'l1: {
        let at = step!('l1, 'l2: {
            attempt!('l2, one(s, at, &C3));
            'l3: {
                let at = step!('l3, byte(s, at, b'%'));
                let at = step!('l3, one(s, at, &C1));
                one(s, at, &C1)
            }
        });
        {
            let mut at = at;
            loop {
                at = many(s, at, &C3);
                at = again!(at, 'l4: {
                    let at = step!('l4, byte(s, at, b'%'));
                    let at = step!('l4, one(s, at, &C1));
                    one(s, at, &C1)
                });
            }
        }
    };
    out.leaf(Rule::xalphas, at, end)
}

fn skip_xpalpha(s: &[u8], at: usize) -> usize {
    'l1: {
        attempt!('l1, one(s, at, &C4));
        'l2: {
            let at = step!('l2, byte(s, at, b'%'));
            let at = step!('l2, one(s, at, &C1));
            one(s, at, &C1)
        }
    }
}

fn take_xpalphas(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = 'l1: {
        let at = step!('l1, 'l2: {
            attempt!('l2, one(s, at, &C4));
            'l3: {
                let at = step!('l3, byte(s, at, b'%'));
                let at = step!('l3, one(s, at, &C1));
                one(s, at, &C1)
            }
        });
        {
            let mut at = at;
            loop {
                at = many(s, at, &C4);
                at = again!(at, 'l4: {
                    let at = step!('l4, byte(s, at, b'%'));
                    let at = step!('l4, one(s, at, &C1));
                    one(s, at, &C1)
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
                at = many(s, at, &C3);
                at = again!(at, 'l2: {
                    let at = step!('l2, byte(s, at, b'%'));
                    let at = step!('l2, one(s, at, &C1));
                    one(s, at, &C1)
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
                at = many(s, at, &C3);
                at = again!(at, 'l2: {
                    let at = step!('l2, byte(s, at, b'%'));
                    let at = step!('l2, one(s, at, &C1));
                    one(s, at, &C1)
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
    one(s, at, &C6)
}

fn skip_safe(s: &[u8], at: usize) -> usize {
    one(s, at, &C7)
}

fn skip_extra(s: &[u8], at: usize) -> usize {
    one(s, at, &C8)
}

fn skip_escape(s: &[u8], at: usize) -> usize {
    'l1: {
        let at = step!('l1, byte(s, at, b'%'));
        let at = step!('l1, one(s, at, &C1));
        one(s, at, &C1)
    }
}

fn skip_hex(s: &[u8], at: usize) -> usize {
    one(s, at, &C1)
}
