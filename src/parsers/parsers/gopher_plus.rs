// Made from `grammar/gopher-plus.pest` by `src/language/generate.rs`. A unit test keeps it fresh: do not edit it.

use super::run::*;
use crate::rule::Rule;

pub(super) const ENTRIES: &[Entry] = &[
    Entry { rule: Rule::gopher_plus_string, run: Run::Spans(take_gopher_plus_string) },
    Entry { rule: Rule::ask, run: Run::Spans(take_ask) },
    Entry { rule: Rule::item_attributes, run: Run::Spans(take_item_attributes) },
    Entry { rule: Rule::directory_attributes, run: Run::Spans(take_directory_attributes) },
    Entry { rule: Rule::content, run: Run::Spans(take_content) },
    Entry { rule: Rule::form, run: Run::Spans(take_form) },
    Entry { rule: Rule::attribute_name, run: Run::Spans(take_attribute_name) },
    Entry { rule: Rule::view_name, run: Run::Spans(take_view_name) },
    Entry { rule: Rule::language_name, run: Run::Spans(take_language_name) },
    Entry { rule: Rule::ask_item_value, run: Run::Spans(take_ask_item_value) },
];

static C0: Set = set(0x40000000400000000000000000, false);
static C1: Set = set(0x4000000040000000000000000, false);
static C2: Set = set(0x2000000000, false);
static C3: Set = set(0x10000000100000000000000000, false);
static C4: Set = set(0x2000000020000000000000000, false);
static C5: Set = set(0x20000000200000000000000000, false);
static C6: Set = set(0xffffffffffffffffffffffdeffffffff, true);
static C7: Set = set(0x2100000000, false);

fn take_gopher_plus_string(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let place = out.open();
    let end = match s.get(at) {
        Some(b'!') => take_item_attributes(s, at, out),
        Some(b'$') => take_directory_attributes(s, at, out),
        Some(b'%') => 'l1: {
            attempt!('l1, out, take_ask(s, at, out));
            attempt!('l1, out, take_item_attributes(s, at, out));
            attempt!('l1, out, take_directory_attributes(s, at, out));
            take_content(s, at, out)
        },
        Some(b'+') => take_content(s, at, out),
        Some(b'?') => take_ask(s, at, out),
        _ => FAIL,
    };
    out.close(place, Rule::gopher_plus_string, at, end)
}

fn take_ask(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = 'l1: {
        attempt!('l1, 'l2: {
            let at = step!('l2, literal(s, at, b"%3"));
            one(s, at, &C0)
        });
        byte(s, at, b'?')
    };
    out.leaf(Rule::ask, at, end)
}

fn take_item_attributes(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    if !out.lists {
        return out.leaf(Rule::item_attributes, at, skip_item_attributes(s, at));
    }
    let place = out.open();
    let end = 'l1: {
        let at = step!('l1, 'l2: {
            attempt!('l2, byte(s, at, b'!'));
            literal(s, at, b"%21")
        });
        'l3: {
            attempt!('l3, out, 'l4: {
                let at = step!('l4, take_attribute_name(s, at, out));
                {
                    let mut at = at;
                    loop {
                        at = again!(out, at, 'l5: {
                            let at = step!('l5, literal(s, at, b"%20"));
                            take_attribute_name(s, at, out)
                        });
                    }
                }
            });
            at
        }
    };
    out.close(place, Rule::item_attributes, at, end)
}

fn skip_item_attributes(s: &[u8], at: usize) -> usize {
    'l1: {
        let at = step!('l1, 'l2: {
            attempt!('l2, byte(s, at, b'!'));
            literal(s, at, b"%21")
        });
        'l3: {
            attempt!('l3, skip__attributes(s, at));
            at
        }
    }
}

fn take_directory_attributes(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    if !out.lists {
        return out.leaf(Rule::directory_attributes, at, skip_directory_attributes(s, at));
    }
    let place = out.open();
    let end = 'l1: {
        let at = step!('l1, 'l2: {
            attempt!('l2, byte(s, at, b'$'));
            literal(s, at, b"%24")
        });
        'l3: {
            attempt!('l3, out, 'l4: {
                let at = step!('l4, take_attribute_name(s, at, out));
                {
                    let mut at = at;
                    loop {
                        at = again!(out, at, 'l5: {
                            let at = step!('l5, literal(s, at, b"%20"));
                            take_attribute_name(s, at, out)
                        });
                    }
                }
            });
            at
        }
    };
    out.close(place, Rule::directory_attributes, at, end)
}

fn skip_directory_attributes(s: &[u8], at: usize) -> usize {
    'l1: {
        let at = step!('l1, 'l2: {
            attempt!('l2, byte(s, at, b'$'));
            literal(s, at, b"%24")
        });
        'l3: {
            attempt!('l3, skip__attributes(s, at));
            at
        }
    }
}

fn skip__attributes(s: &[u8], at: usize) -> usize {
    'l1: {
        let at = step!('l1, skip__char(s, at));
        {
            let mut at = at;
            loop {
                at = again!(at, 'l2: {
                    attempt!('l2, skip__char(s, at));
                    'l3: {
                        let at = step!('l3, literal(s, at, b"%20"));
                        skip__char(s, at)
                    }
                });
            }
        }
    }
}

fn take_content(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let place = out.open();
    let end = 'l1: {
        let at = step!('l1, 'l2: {
            attempt!('l2, byte(s, at, b'+'));
            'l3: {
                let at = step!('l3, literal(s, at, b"%2"));
                one(s, at, &C1)
            }
        });
        let at = step!('l1, 'l4: {
            attempt!('l4, out, 'l5: {
                let at = step!('l5, take_view_name(s, at, out));
                'l6: {
                    attempt!('l6, out, 'l7: {
                        let at = step!('l7, literal(s, at, b"%20"));
                        take_language_name(s, at, out)
                    });
                    at
                }
            });
            at
        });
        'l8: {
            if holds(s, at, &C2) {
                attempt!('l8, out, take_form(s, at, out));
            }
            at
        }
    };
    out.close(place, Rule::content, at, end)
}

fn take_form(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    if !out.lists {
        return out.leaf(Rule::form, at, skip_form(s, at));
    }
    let place = out.open();
    let end = 'l1: {
        let at = step!('l1, literal(s, at, b"%09"));
        let at = step!('l1, 'l2: {
            attempt!('l2, byte(s, at, b'1'));
            literal(s, at, b"%31")
        });
        let at = step!('l1, literal(s, at, b"%0"));
        let at = step!('l1, one(s, at, &C3));
        let at = step!('l1, literal(s, at, b"%0"));
        let at = step!('l1, one(s, at, &C4));
        let at = step!('l1, 'l3: {
            attempt!('l3, byte(s, at, b'+'));
            'l4: {
                let at = step!('l4, literal(s, at, b"%2"));
                one(s, at, &C1)
            }
        });
        let at = step!('l1, 'l5: {
            attempt!('l5, byte(s, at, b'-'));
            'l6: {
                let at = step!('l6, literal(s, at, b"%2"));
                one(s, at, &C3)
            }
        });
        let at = step!('l1, 'l7: {
            attempt!('l7, byte(s, at, b'1'));
            literal(s, at, b"%31")
        });
        let at = step!('l1, literal(s, at, b"%0"));
        let at = step!('l1, one(s, at, &C3));
        let at = step!('l1, literal(s, at, b"%0"));
        let at = step!('l1, one(s, at, &C4));
        let at = step!('l1, only(at, (skip__end(s, at)) == FAIL));
        let at = step!('l1, take_ask_item_value(s, at, out));
        let at = step!('l1, literal(s, at, b"%0"));
        let at = step!('l1, one(s, at, &C3));
        let at = step!('l1, literal(s, at, b"%0"));
        let at = step!('l1, one(s, at, &C4));
        let at = {
            let mut at = at;
            loop {
                at = again!(out, at, 'l8: {
                    let at = step!('l8, only(at, (skip__end(s, at)) == FAIL));
                    let at = step!('l8, take_ask_item_value(s, at, out));
                    let at = step!('l8, literal(s, at, b"%0"));
                    let at = step!('l8, one(s, at, &C3));
                    let at = step!('l8, literal(s, at, b"%0"));
                    one(s, at, &C4)
                });
            }
        };
        skip__end(s, at)
    };
    out.close(place, Rule::form, at, end)
}

fn skip_form(s: &[u8], at: usize) -> usize {
    'l1: {
        let at = step!('l1, literal(s, at, b"%09"));
        let at = step!('l1, 'l2: {
            attempt!('l2, byte(s, at, b'1'));
            literal(s, at, b"%31")
        });
        let at = step!('l1, literal(s, at, b"%0"));
        let at = step!('l1, one(s, at, &C3));
        let at = step!('l1, literal(s, at, b"%0"));
        let at = step!('l1, one(s, at, &C4));
        let at = step!('l1, 'l3: {
            attempt!('l3, byte(s, at, b'+'));
            'l4: {
                let at = step!('l4, literal(s, at, b"%2"));
                one(s, at, &C1)
            }
        });
        let at = step!('l1, 'l5: {
            attempt!('l5, byte(s, at, b'-'));
            'l6: {
                let at = step!('l6, literal(s, at, b"%2"));
                one(s, at, &C3)
            }
        });
        let at = step!('l1, 'l7: {
            attempt!('l7, byte(s, at, b'1'));
            literal(s, at, b"%31")
        });
        let at = step!('l1, literal(s, at, b"%0"));
        let at = step!('l1, one(s, at, &C3));
        let at = step!('l1, literal(s, at, b"%0"));
        let at = step!('l1, one(s, at, &C4));
        let at = step!('l1, only(at, (skip__end(s, at)) == FAIL));
        let at = {
            let mut at = at;
            loop {
                at = again!(at, 'l8: {
                    attempt!('l8, skip__char(s, at));
                    literal(s, at, b"%20")
                });
            }
        };
        let at = step!('l1, literal(s, at, b"%0"));
        let at = step!('l1, one(s, at, &C3));
        let at = step!('l1, literal(s, at, b"%0"));
        let at = step!('l1, one(s, at, &C4));
        let at = {
            let mut at = at;
            loop {
                at = again!(at, 'l9: {
                    let at = step!('l9, only(at, (skip__end(s, at)) == FAIL));
                    let at = {
                        let mut at = at;
                        loop {
                            at = again!(at, 'l10: {
                                attempt!('l10, skip__char(s, at));
                                literal(s, at, b"%20")
                            });
                        }
                    };
                    let at = step!('l9, literal(s, at, b"%0"));
                    let at = step!('l9, one(s, at, &C3));
                    let at = step!('l9, literal(s, at, b"%0"));
                    one(s, at, &C4)
                });
            }
        };
        skip__end(s, at)
    }
}

fn skip__end(s: &[u8], at: usize) -> usize {
    'l1: {
        let at = step!('l1, 'l2: {
            attempt!('l2, byte(s, at, b'.'));
            'l3: {
                let at = step!('l3, literal(s, at, b"%2"));
                one(s, at, &C5)
            }
        });
        let at = step!('l1, literal(s, at, b"%0"));
        let at = step!('l1, one(s, at, &C3));
        let at = step!('l1, literal(s, at, b"%0"));
        one(s, at, &C4)
    }
}

fn take_attribute_name(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = 'l1: {
        let at = step!('l1, skip__char(s, at));
        {
            let mut at = at;
            loop {
                at = again!(at, skip__char(s, at));
            }
        }
    };
    out.leaf(Rule::attribute_name, at, end)
}

fn take_view_name(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = 'l1: {
        let at = step!('l1, skip__char(s, at));
        {
            let mut at = at;
            loop {
                at = again!(at, skip__char(s, at));
            }
        }
    };
    out.leaf(Rule::view_name, at, end)
}

fn take_language_name(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = 'l1: {
        let at = step!('l1, skip__char(s, at));
        {
            let mut at = at;
            loop {
                at = again!(at, skip__char(s, at));
            }
        }
    };
    out.leaf(Rule::language_name, at, end)
}

fn take_ask_item_value(s: &[u8], at: usize, out: &mut Spans<'_>) -> usize {
    let end = {
        let mut at = at;
        loop {
            at = again!(at, 'l1: {
                attempt!('l1, skip__char(s, at));
                literal(s, at, b"%20")
            });
        }
    };
    out.leaf(Rule::ask_item_value, at, end)
}

fn skip__char(s: &[u8], at: usize) -> usize {
    'l1: {
        attempt!('l1, character(s, at, &C6));
        'l2: {
            let at = step!('l2, only(at, (match s.get(at) {
                Some(b' ') => byte(s, at, b' '),
                Some(b'%') => 'l3: {
                    attempt!('l3, literal(s, at, b"%20"));
                    attempt!('l3, literal(s, at, b"%09"));
                    attempt!('l3, 'l4: {
                        let at = step!('l4, literal(s, at, b"%0"));
                        one(s, at, &C3)
                    });
                    'l5: {
                        let at = step!('l5, literal(s, at, b"%0"));
                        one(s, at, &C4)
                    }
                },
                _ => FAIL,
            }) == FAIL));
            one(s, at, &C7)
        }
    }
}
