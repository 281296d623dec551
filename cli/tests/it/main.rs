//! The program, end to end: a module a command or a property of all commands.

mod agree;
mod algorithms;
mod audit;
mod bounds;
mod bypass;
mod check;
mod citations;
mod common;
mod compare;
mod complete;
mod conform;
mod diff;
mod hostile;
mod input;
mod language;
mod learn;
mod lint;
mod own;
mod parse;
mod readings;
mod readme;
mod regex;
mod schema;
mod schemes;
mod site;
mod url_standard;
