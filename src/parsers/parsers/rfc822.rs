// Made from `grammar/notation/rfc822.pest` by `src/language/generate.rs`. A unit test keeps it fresh: do not edit it.

use super::run::*;
use crate::rule::Rule;

pub(super) const ENTRIES: &[Entry] = &[
    Entry { rule: Rule::body, run: Run::Spans(take_body) },
    Entry { rule: Rule::alternatives, run: Run::Spans(take_alternatives) },
    Entry { rule: Rule::difference, run: Run::Spans(take_difference) },
    Entry { rule: Rule::sequence, run: Run::Spans(take_sequence) },
    Entry { rule: Rule::element, run: Run::Spans(take_element) },
    Entry { rule: Rule::repeat, run: Run::Spans(take_repeat) },
    Entry { rule: Rule::least, run: Run::Spans(take_least) },
    Entry { rule: Rule::most, run: Run::Spans(take_most) },
    Entry { rule: Rule::literal, run: Run::Spans(take_literal) },
    Entry { rule: Rule::text, run: Run::Spans(take_text) },
    Entry { rule: Rule::quotation_mark, run: Run::Spans(take_quotation_mark) },
    Entry { rule: Rule::prose, run: Run::Spans(take_prose) },
    Entry { rule: Rule::description, run: Run::Spans(take_description) },
    Entry { rule: Rule::name, run: Run::Spans(take_name) },
    Entry { rule: Rule::group, run: Run::Spans(take_group) },
    Entry { rule: Rule::optional, run: Run::Spans(take_optional) },
    Entry { rule: Rule::mark, run: Run::Spans(take_mark) },
];

static C0: Set = set(0xfffffffffffffffffffffffffffffbff, true);
static C1: Set = set(0x100002600, false);
static C2: Set = set(0x800200100002600, false);
static C3: Set = set(0x3ff040000000000, false);
static C4: Set = set(0x3ff000000000000, false);
static C5: Set = set(0xfffffffffffffffffffffffbffffffff, true);
static C6: Set = set(0xffffffffffffffffbffffffbffffffff, true);
static C7: Set = set(0x7fffffe07fffffe0000000000000000, false);
static C8: Set = set(0x7fffffe87fffffe03ff280000000000, false);

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
        let at = step!('l1, take_difference(s, at, out));
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
                    let at = step!('l2, byte(s, at, b'|'));
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
                    take_difference(s, at, out)
                });
            }
        }
    };
    out.close(place, Rule::alternatives, at, end)
}

fn take_difference(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let place = out.open();
    let end = 'l1: {
        let at = step!('l1, take_sequence(s, at, out));
        'l2: {
            if holds(s, at, &C2) {
                attempt!('l2, out, 'l3: {
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
                    let at = step!('l3, byte(s, at, b'-'));
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
                    take_sequence(s, at, out)
                });
            }
            at
        }
    };
    out.close(place, Rule::difference, at, end)
}

fn take_sequence(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let place = out.open();
    let end = 'l1: {
        let at = step!('l1, take_element(s, at, out));
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
            if holds(s, at, &C3) {
                attempt!('l2, out, 'l3: {
                    let at = step!('l3, take_repeat(s, at, out));
                    {
                        let mut at = at;
                        loop {
                            at = many(s, at, &C1);
                            at = again!(at, 'l4: {
                                let at = step!('l4, byte(s, at, b';'));
                                many(s, at, &C0)
                            });
                        }
                    }
                });
            }
            at
        });
        match s.get(at) {
            Some(b'\"') => take_literal(s, at, out),
            Some(b'(') => take_group(s, at, out),
            Some(b'/') => take_mark(s, at, out),
            Some(b'<') => 'l5: {
                attempt!('l5, out, take_quotation_mark(s, at, out));
                take_prose(s, at, out)
            },
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
            let at = step!('l1, take_least(s, at, out));
            let at = step!('l1, byte(s, at, b'*'));
            take_most(s, at, out)
        };
        out.close(place, Rule::repeat, at, end)
    }

    fn take_least(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
        let end = many(s, at, &C4);
        out.leaf(Rule::least, at, end)
    }

    fn take_most(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
        let end = many(s, at, &C4);
        out.leaf(Rule::most, at, end)
    }

    fn take_literal(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
        let place = out.open();
        let end = 'l1: {
            let at = step!('l1, byte(s, at, b'\"'));
            let at = step!('l1, take_text(s, at, out));
            byte(s, at, b'\"')
        };
        out.close(place, Rule::literal, at, end)
    }

    fn take_text(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
        let end = 'l1: {
            let at = step!('l1, character(s, at, &C5));
            many(s, at, &C5)
        };
        out.leaf(Rule::text, at, end)
    }

    fn take_quotation_mark(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
        let end = literal(s, at, b"<\">");
        out.leaf(Rule::quotation_mark, at, end)
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
        let end = 'l1: {
            let at = step!('l1, character(s, at, &C6));
            many(s, at, &C6)
        };
        out.leaf(Rule::description, at, end)
    }

    fn take_name(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
        let end = 'l1: {
            let at = step!('l1, one(s, at, &C7));
            many(s, at, &C8)
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

    fn take_mark(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
        let end = byte(s, at, b'/');
        out.leaf(Rule::mark, at, end)
    }
