// Made from `grammar/notation/abnf.pest` by `src/language/generate.rs`. A unit test keeps it fresh: do not edit it.

use super::run::*;
use crate::rule::Rule;

pub(super) const ENTRIES: &[Entry] = &[
    Entry { rule: Rule::body, run: Run::Spans(take_body) },
    Entry { rule: Rule::alternatives, run: Run::Spans(take_alternatives) },
    Entry { rule: Rule::sequence, run: Run::Spans(take_sequence) },
    Entry { rule: Rule::element, run: Run::Spans(take_element) },
    Entry { rule: Rule::repeat, run: Run::Spans(take_repeat) },
    Entry { rule: Rule::least, run: Run::Spans(take_least) },
    Entry { rule: Rule::most, run: Run::Spans(take_most) },
    Entry { rule: Rule::times, run: Run::Spans(take_times) },
    Entry { rule: Rule::literal, run: Run::Spans(take_literal) },
    Entry { rule: Rule::exact, run: Run::Spans(take_exact) },
    Entry { rule: Rule::text, run: Run::Spans(take_text) },
    Entry { rule: Rule::number, run: Run::Spans(take_number) },
    Entry { rule: Rule::hexadecimal, run: Run::Spans(take_hexadecimal) },
    Entry { rule: Rule::decimal, run: Run::Spans(take_decimal) },
    Entry { rule: Rule::binary, run: Run::Spans(take_binary) },
    Entry { rule: Rule::prose, run: Run::Spans(take_prose) },
    Entry { rule: Rule::description, run: Run::Spans(take_description) },
    Entry { rule: Rule::name, run: Run::Spans(take_name) },
    Entry { rule: Rule::group, run: Run::Spans(take_group) },
    Entry { rule: Rule::optional, run: Run::Spans(take_optional) },
];

static C0: Set = set(0xfffffffffffffffffffffffffffffbff, true);
static C1: Set = set(0x100002600, false);
static C2: Set = set(0x3ff040000000000, false);
static C3: Set = set(0x3ff000000000000, false);
static C4: Set = set(0x200000002000000000000000000, false);
static C5: Set = set(0x7ffffffffffffffffffffffb00000000, false);
static C6: Set = set(0x80000000800000000000000000000, false);
static C7: Set = set(0x1000000010000000000000000000000, false);
static C8: Set = set(0x10000000100000000000000000, false);
static C9: Set = set(0x7e0000007e03ff000000000000, false);
static C10: Set = set(0x4000000040000000000000000, false);
static C11: Set = set(0x3000000000000, false);
static C12: Set = set(0x7fffffffffffffffbfffffff00000000, false);
static C13: Set = set(0x7fffffe07fffffe0000000000000000, false);
static C14: Set = set(0x7fffffe07fffffe03ff200000000000, false);

fn take_body(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let place = out.open();
    let end = 'l1: {
        let at = {
            let mut at = at;
            loop {
                at = many(s, at, &C1);
                at = again!(at, 'l2: {
                    let at = step!('l2, byte(s, at, b';'));
                    many(s, at, &C0)
                });
            }
        };
        let at = step!('l1, take_alternatives(s, at, out));
        let at = {
            let mut at = at;
            loop {
                at = many(s, at, &C1);
                at = again!(at, 'l3: {
                    let at = step!('l3, byte(s, at, b';'));
                    many(s, at, &C0)
                });
            }
        };
        end(s, at)
    };
    out.close(place, Rule::body, at, end)
}

fn take_alternatives(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let place = out.open();
    let end = 'l1: {
        let at = step!('l1, take_sequence(s, at, out));
        {
            let mut at = at;
            loop {
                at = again!(out, at, 'l2: {
                    let at = {
                        let mut at = at;
                        loop {
                            at = many(s, at, &C1);
                            at = again!(at, 'l3: {
                                let at = step!('l3, byte(s, at, b';'));
                                many(s, at, &C0)
                            });
                        }
                    };
                    let at = step!('l2, byte(s, at, b'/'));
                    let at = {
                        let mut at = at;
                        loop {
                            at = many(s, at, &C1);
                            at = again!(at, 'l4: {
                                let at = step!('l4, byte(s, at, b';'));
                                many(s, at, &C0)
                            });
                        }
                    };
                    take_sequence(s, at, out)
                });
            }
        }
    };
    out.close(place, Rule::alternatives, at, end)
}

fn take_sequence(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let place = out.open();
    let end = 'l1: {
        let at = step!('l1, take_element(s, at, out));
        {
            let mut at = at;
            loop {
                at = again!(out, at, 'l2: {
                    let at = step!('l2, 'l3: {
                        attempt!('l3, one(s, at, &C1));
                        'l4: {
                            let at = step!('l4, byte(s, at, b';'));
                            many(s, at, &C0)
                        }
                    });
                    let at = {
                        let mut at = at;
                        loop {
                            at = many(s, at, &C1);
                            at = again!(at, 'l5: {
                                let at = step!('l5, byte(s, at, b';'));
                                many(s, at, &C0)
                            });
                        }
                    };
                    take_element(s, at, out)
                });
            }
        }
    };
    out.close(place, Rule::sequence, at, end)
}

fn take_element(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let place = out.open();
    let end = 'l1: {
        let at = step!('l1, 'l2: {
            if holds(s, at, &C2) {
                attempt!('l2, out, take_repeat(s, at, out));
            }
            at
        });
        match s.get(at) {
            Some(b'\"') => take_literal(s, at, out),
            Some(b'%') => 'l3: {
                attempt!('l3, out, take_exact(s, at, out));
                attempt!('l3, out, take_literal(s, at, out));
                take_number(s, at, out)
            },
            Some(b'(') => take_group(s, at, out),
            Some(b'<') => take_prose(s, at, out),
            Some(b'A'..=b'Z' | b'a'..=b'z') => take_name(s, at, out),
            Some(b'[') => take_optional(s, at, out),
                _ => FAIL,
            }
        };
        out.close(place, Rule::element, at, end)
    }

    fn take_repeat(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
        let place = out.open();
        let end = 'l1: {
            if holds(s, at, &C2) {
                attempt!('l1, out, 'l2: {
                    let at = step!('l2, take_least(s, at, out));
                    let at = step!('l2, byte(s, at, b'*'));
                    take_most(s, at, out)
                });
            }
            take_times(s, at, out)
        };
        out.close(place, Rule::repeat, at, end)
    }

    fn take_least(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
        let end = many(s, at, &C3);
        out.leaf(Rule::least, at, end)
    }

    fn take_most(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
        let end = many(s, at, &C3);
        out.leaf(Rule::most, at, end)
    }

    fn take_times(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
        let end = 'l1: {
            let at = step!('l1, one(s, at, &C3));
            many(s, at, &C3)
        };
        out.leaf(Rule::times, at, end)
    }

    fn take_literal(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
        let place = out.open();
        let end = 'l1: {
            let at = step!('l1, 'l2: {
                attempt!('l2, 'l3: {
                    let at = step!('l3, byte(s, at, b'%'));
                    one(s, at, &C4)
                });
                at
            });
            let at = step!('l1, byte(s, at, b'\"'));
            let at = step!('l1, 'l4: {
                if holds(s, at, &C5) {
                    attempt!('l4, out, take_text(s, at, out));
                }
                at
            });
            byte(s, at, b'\"')
        };
        out.close(place, Rule::literal, at, end)
    }

    fn take_exact(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
        let place = out.open();
        let end = 'l1: {
            let at = step!('l1, byte(s, at, b'%'));
            let at = step!('l1, one(s, at, &C6));
            let at = step!('l1, byte(s, at, b'\"'));
            let at = step!('l1, 'l2: {
                if holds(s, at, &C5) {
                    attempt!('l2, out, take_text(s, at, out));
                }
                at
            });
            byte(s, at, b'\"')
        };
        out.close(place, Rule::exact, at, end)
    }

    fn take_text(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
        let end = 'l1: {
            let at = step!('l1, one(s, at, &C5));
            many(s, at, &C5)
        };
        out.leaf(Rule::text, at, end)
    }

    fn take_number(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
        let place = out.open();
        let end = 'l1: {
            let at = step!('l1, byte(s, at, b'%'));
            'l2: {
                if holds(s, at, &C7) {
                    attempt!('l2, out, take_hexadecimal(s, at, out));
                }
                if holds(s, at, &C8) {
                    attempt!('l2, out, take_decimal(s, at, out));
                }
                take_binary(s, at, out)
            }
        };
        out.close(place, Rule::number, at, end)
    }

    fn take_hexadecimal(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
        let end = 'l1: {
            let at = step!('l1, one(s, at, &C7));
            let at = step!('l1, one(s, at, &C9));
            let at = many(s, at, &C9);
            'l2: {
                attempt!('l2, 'l3: {
                    let at = step!('l3, byte(s, at, b'-'));
                    let at = step!('l3, one(s, at, &C9));
                    many(s, at, &C9)
                });
                {
                    let mut at = at;
                    loop {
                        at = again!(at, 'l4: {
                            let at = step!('l4, byte(s, at, b'.'));
                            let at = step!('l4, one(s, at, &C9));
                            many(s, at, &C9)
                        });
                    }
                }
            }
        };
        out.leaf(Rule::hexadecimal, at, end)
    }

    fn take_decimal(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
        let end = 'l1: {
            let at = step!('l1, one(s, at, &C8));
            let at = step!('l1, one(s, at, &C3));
            let at = many(s, at, &C3);
            'l2: {
                attempt!('l2, 'l3: {
                    let at = step!('l3, byte(s, at, b'-'));
                    let at = step!('l3, one(s, at, &C3));
                    many(s, at, &C3)
                });
                {
                    let mut at = at;
                    loop {
                        at = again!(at, 'l4: {
                            let at = step!('l4, byte(s, at, b'.'));
                            let at = step!('l4, one(s, at, &C3));
                            many(s, at, &C3)
                        });
                    }
                }
            }
        };
        out.leaf(Rule::decimal, at, end)
    }

    fn take_binary(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
        let end = 'l1: {
            let at = step!('l1, one(s, at, &C10));
            let at = step!('l1, one(s, at, &C11));
            let at = many(s, at, &C11);
            'l2: {
                attempt!('l2, 'l3: {
                    let at = step!('l3, byte(s, at, b'-'));
                    let at = step!('l3, one(s, at, &C11));
                    many(s, at, &C11)
                });
                {
                    let mut at = at;
                    loop {
                        at = again!(at, 'l4: {
                            let at = step!('l4, byte(s, at, b'.'));
                            let at = step!('l4, one(s, at, &C11));
                            many(s, at, &C11)
                        });
                    }
                }
            }
        };
        out.leaf(Rule::binary, at, end)
    }

    fn take_prose(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
        let place = out.open();
        let end = 'l1: {
            let at = step!('l1, byte(s, at, b'<'));
            let at = step!('l1, take_description(s, at, out));
            byte(s, at, b'>')
        };
        out.close(place, Rule::prose, at, end)
    }

    fn take_description(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
        let end = many(s, at, &C12);
        out.leaf(Rule::description, at, end)
    }

    fn take_name(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
        let end = 'l1: {
            let at = step!('l1, one(s, at, &C13));
            many(s, at, &C14)
        };
        out.leaf(Rule::name, at, end)
    }

    fn take_group(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
        let place = out.open();
        let end = 'l1: {
            let at = step!('l1, byte(s, at, b'('));
            let at = {
                let mut at = at;
                loop {
                    at = many(s, at, &C1);
                    at = again!(at, 'l2: {
                        let at = step!('l2, byte(s, at, b';'));
                        many(s, at, &C0)
                    });
                }
            };
            let at = step!('l1, take_alternatives(s, at, out));
            let at = {
                let mut at = at;
                loop {
                    at = many(s, at, &C1);
                    at = again!(at, 'l3: {
                        let at = step!('l3, byte(s, at, b';'));
                        many(s, at, &C0)
                    });
                }
            };
            byte(s, at, b')')
        };
        out.close(place, Rule::group, at, end)
    }

    fn take_optional(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
        let place = out.open();
        let end = 'l1: {
            let at = step!('l1, byte(s, at, b'['));
                let at = {
                    let mut at = at;
                    loop {
                        at = many(s, at, &C1);
                        at = again!(at, 'l2: {
                            let at = step!('l2, byte(s, at, b';'));
                            many(s, at, &C0)
                        });
                    }
                };
                let at = step!('l1, take_alternatives(s, at, out));
                let at = {
                    let mut at = at;
                    loop {
                        at = many(s, at, &C1);
                        at = again!(at, 'l3: {
                            let at = step!('l3, byte(s, at, b';'));
                            many(s, at, &C0)
                        });
                    }
                };
                byte(s, at, b']')
        };
        out.close(place, Rule::optional, at, end)
    }
