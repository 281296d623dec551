// Made from `grammar/notation/berners-lee.pest` by `src/language/generate.rs`. A unit test keeps it fresh: do not edit it.

use super::run::*;
use crate::rule::Rule;

pub(super) const ENTRIES: &[Entry] = &[
    Entry { rule: Rule::body, run: Run::Spans(take_body) },
    Entry { rule: Rule::alternatives, run: Run::Spans(take_alternatives) },
    Entry { rule: Rule::bracket, run: Run::Spans(take_bracket) },
    Entry { rule: Rule::sequence, run: Run::Spans(take_sequence) },
    Entry { rule: Rule::optional, run: Run::Spans(take_optional) },
    Entry { rule: Rule::space, run: Run::Spans(take_space) },
    Entry { rule: Rule::vline, run: Run::Spans(take_vline) },
    Entry { rule: Rule::void, run: Run::Spans(take_void) },
    Entry { rule: Rule::name, run: Run::Spans(take_name) },
    Entry { rule: Rule::mark, run: Run::Spans(take_mark) },
];

static C0: Set = set(0x100002600, false);
static C1: Set = set(0x6ffffffffffffffffffffffe00000000, false);
static C2: Set = set(0x280000000000000000000000, false);
static C3: Set = set(0x7fffffe07fffffe03ff000000000000, false);
static C4: Set = set(0x7fffffe07fffffe0000000000000000, false);
static C5: Set = set(0x6fffffffd7fffffffffffffe00000000, false);

fn take_body(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let place = out.open();
    let end = 'l1: {
        let at = many(s, at, &C0);
        let at = step!('l1, 'l2: {
            if holds(s, at, &C1) {
                attempt!('l2, out, take_alternatives(s, at, out));
            }
            at
        });
        let at = many(s, at, &C0);
        end(s, at)
    };
    out.close(place, Rule::body, at, end)
}

fn take_alternatives(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let place = out.open();
    let end = 'l1: {
        let at = step!('l1, take__alternative(s, at, out));
        {
            let mut at = at;
            loop {
                at = again!(out, at, 'l2: {
                    let at = many(s, at, &C0);
                    let at = step!('l2, byte(s, at, b'|'));
                    let at = many(s, at, &C0);
                    take__alternative(s, at, out)
                });
            }
        }
    };
    out.close(place, Rule::alternatives, at, end)
}

fn take__alternative(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    'l1: {
        if holds(s, at, &C2) {
            attempt!('l1, out, 'l2: {
                let at = step!('l2, take_bracket(s, at, out));
                let at = many(s, at, &C0);
                only(at, ('l3: {
                    attempt!('l3, byte(s, at, b'|'));
                    end(s, at)
                }) != FAIL)
            });
        }
        take_sequence(s, at, out)
    }
}

fn take_bracket(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = one(s, at, &C2);
    out.leaf(Rule::bracket, at, end)
}

fn take_sequence(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let place = out.open();
    let end = 'l1: {
        let at = step!('l1, match s.get(at) {
            Some(b'!'..=b'@' | b'\\' | b'^'..=b'`' | b'{' | b'}' | b'~') => take_mark(s, at, out),
            Some(b'A'..=b'Z' | b'a'..=b'r' | b't' | b'u' | b'w'..=b'z') => 'l2: {
                attempt!('l2, out, take_name(s, at, out));
                take_mark(s, at, out)
            },
            Some(b'[') => take_optional(s, at, out),
                Some(b's') => 'l3: {
                    attempt!('l3, out, take_space(s, at, out));
                    attempt!('l3, out, take_name(s, at, out));
                    take_mark(s, at, out)
                },
                Some(b'v') => 'l4: {
                    attempt!('l4, out, take_vline(s, at, out));
                    attempt!('l4, out, take_void(s, at, out));
                    attempt!('l4, out, take_name(s, at, out));
                    take_mark(s, at, out)
                },
                _ => FAIL,
            });
            {
                let mut at = at;
                loop {
                    at = again!(out, at, 'l5: {
                        let at = many(s, at, &C0);
                        match s.get(at) {
                            Some(b'!'..=b'@' | b'\\' | b'^'..=b'`' | b'{' | b'}' | b'~') => take_mark(s, at, out),
                            Some(b'A'..=b'Z' | b'a'..=b'r' | b't' | b'u' | b'w'..=b'z') => 'l6: {
                                attempt!('l6, out, take_name(s, at, out));
                                take_mark(s, at, out)
                            },
                            Some(b'[') => take_optional(s, at, out),
                                Some(b's') => 'l7: {
                                    attempt!('l7, out, take_space(s, at, out));
                                    attempt!('l7, out, take_name(s, at, out));
                                    take_mark(s, at, out)
                                },
                                Some(b'v') => 'l8: {
                                    attempt!('l8, out, take_vline(s, at, out));
                                    attempt!('l8, out, take_void(s, at, out));
                                    attempt!('l8, out, take_name(s, at, out));
                                    take_mark(s, at, out)
                                },
                                _ => FAIL,
                            }
                        });
                    }
                }
            };
            out.close(place, Rule::sequence, at, end)
        }

        fn take_optional(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
            let place = out.open();
            let end = 'l1: {
                let at = step!('l1, byte(s, at, b'['));
                    let at = many(s, at, &C0);
                    let at = step!('l1, take_alternatives(s, at, out));
                    let at = many(s, at, &C0);
                    byte(s, at, b']')
            };
            out.close(place, Rule::optional, at, end)
        }

        fn take_space(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
            let end = 'l1: {
                let at = step!('l1, literal(s, at, b"space"));
                only(at, ('l2: {
                    attempt!('l2, one(s, at, &C3));
                    'l3: {
                        let at = step!('l3, byte(s, at, b'-'));
                        only(at, (one(s, at, &C4)) != FAIL)
                    }
                }) == FAIL)
            };
            out.leaf(Rule::space, at, end)
        }

        fn take_vline(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
            let end = 'l1: {
                let at = step!('l1, literal(s, at, b"vline"));
                only(at, ('l2: {
                    attempt!('l2, one(s, at, &C3));
                    'l3: {
                        let at = step!('l3, byte(s, at, b'-'));
                        only(at, (one(s, at, &C4)) != FAIL)
                    }
                }) == FAIL)
            };
            out.leaf(Rule::vline, at, end)
        }

        fn take_void(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
            let end = 'l1: {
                let at = step!('l1, literal(s, at, b"void"));
                only(at, ('l2: {
                    attempt!('l2, one(s, at, &C3));
                    'l3: {
                        let at = step!('l3, byte(s, at, b'-'));
                        only(at, (one(s, at, &C4)) != FAIL)
                    }
                }) == FAIL)
            };
            out.leaf(Rule::void, at, end)
        }

        fn take_name(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
            let end = 'l1: {
                let at = step!('l1, one(s, at, &C4));
                let at = step!('l1, 'l2: {
                    attempt!('l2, one(s, at, &C3));
                    'l3: {
                        let at = step!('l3, byte(s, at, b'-'));
                        only(at, (one(s, at, &C4)) != FAIL)
                    }
                });
                {
                    let mut at = at;
                    loop {
                        at = many(s, at, &C3);
                        at = again!(at, 'l4: {
                            let at = step!('l4, byte(s, at, b'-'));
                            only(at, (one(s, at, &C4)) != FAIL)
                        });
                    }
                }
            };
            out.leaf(Rule::name, at, end)
        }

        fn take_mark(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
            let end = one(s, at, &C5);
            out.leaf(Rule::mark, at, end)
        }
