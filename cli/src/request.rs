//! `request`: what a client does with a URL.

use std::fmt;
use std::io::{self, Write};
use std::process::ExitCode;

use schemars::JsonSchema;
use serde::Serialize;
use uri_lineage::Grammar;
use uri_lineage::request::{Password, Request, Server};

use crate::each::{Accepted, EachArgs, Results, Say, say};
use crate::failure::Failure;
use crate::output::{Colours, padded};

/// Say what a client does with a URL: the commands, the line or the name that it stands for
///
/// FTP commands, the octets that a Gopher or Gopher+ client sends, the path that an HTTP server or a proxy is asked for,
/// NNTP commands, names for WAIS, Prospero and local files. Octets that are not printable are shown as \t, \r, \n, \x00;
/// JSON has one character for each octet, as ISO Latin-1.
///
/// A URL with an octet that would break out of its field in the protocol is refused: it would add a line, a command or a
/// parameter.
///
/// Exit status 0 when some grammar asked for gives a request, 1 when none does, 2 for bad usage.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  uri-lineage request 'ftp://myname@host.dom/%2Fetc/motd;type=a'
  uri-lineage request --grammar rfc1738 'gopher://host/0sel%09%09+application/postscript%20Es_ES'")]
pub struct Args {
    #[command(flatten)]
    each: EachArgs,
}

/// What a client does.
#[derive(Serialize, JsonSchema)]
pub struct Said {
    /// What a client does with the URL: the member `scheme` says by which protocol. Texts have one character for each octet, as
    /// ISO Latin-1.
    request: Request,
}

impl Say for Said {
    type Asked = ();
    const MEMBERS: &[&str] = &["request"];

    fn of(url: &Accepted<'_>, (): &()) -> Result<Self, String> {
        let request = url.verdicts.request(url.grammar, url.url);
        request.map(|request| Self { request }).map_err(|error| error.to_string())
    }

    fn write(&self, grammar: Grammar, out: &mut Vec<u8>) -> io::Result<()> {
        out.extend_from_slice(grammar.id().as_bytes());
        out.push(b'\n');
        write(&self.request, out)
    }

    fn write_error(grammar: Grammar, error: &str, colours: Colours, out: &mut Vec<u8>) -> io::Result<()> {
        writeln!(out, "{grammar}\n  {}", colours.bad(format_args!("error: {error}")))
    }
}

pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let results = say::<Said>(&args.each, &())?;
    Ok(match results {
        Results { read: false, .. } => ExitCode::from(2),
        Results { any: true, .. } => ExitCode::SUCCESS,
        Results { any: false, .. } => ExitCode::FAILURE,
    })
}

/// A line for people: a name and what it is the name of.
fn line(out: &mut Vec<u8>, name: &str, value: impl fmt::Display) -> io::Result<()> {
    out.extend_from_slice(b"  ");
    padded(name, 10, out);
    writeln!(out, "{value}")
}

fn connect(out: &mut Vec<u8>, server: &Server) -> io::Result<()> {
    line(out, "connect", format_args!("{} port {}", server.host, server.port))
}

/// A request for people, a line each.
fn write(request: &Request, out: &mut Vec<u8>) -> io::Result<()> {
    match request {
        Request::Ftp { server, user, password, steps } => {
            connect(out, server)?;
            line(out, "send", format_args!("USER {user}"))?;
            match password {
                Password::Given(password) => line(out, "send", format_args!("PASS {password}"))?,
                Password::MailAddress => line(out, "send", "PASS, with your mail address")?,
                Password::Asked => line(out, "send", "PASS, if the server wants one: you are asked")?,
            }
            steps.iter().try_for_each(|step| line(out, "send", step))
        }
        Request::Http { server, path, proxy } => {
            connect(out, server)?;
            line(out, "path", path)?;
            line(out, "to proxy", proxy)
        }
        Request::Gopher { server, gtype, sends, form } => {
            connect(out, server)?;
            line(out, "type", gtype)?;
            line(out, "send", sends)?;
            if *form {
                line(out, "then", "the form in the item's +ASK attribute is for you to fill in")?;
            }
            Ok(())
        }
        Request::Mailto { address } => line(out, "mail to", address),
        Request::News { commands } => commands.iter().try_for_each(|command| line(out, "send", command)),
        Request::Nntp { server, commands } => {
            server.iter().try_for_each(|server| connect(out, server))?;
            commands.iter().try_for_each(|command| line(out, "send", command))
        }
        Request::Telnet { server, user, password } => {
            connect(out, server)?;
            user.iter().try_for_each(|user| line(out, "user", user))?;
            password.iter().try_for_each(|password| line(out, "password", password))
        }
        Request::Wais { server, database, search, wtype, document } => {
            connect(out, server)?;
            line(out, "database", database)?;
            search.iter().try_for_each(|search| line(out, "search", search))?;
            wtype.iter().try_for_each(|wtype| line(out, "type", wtype))?;
            document.iter().try_for_each(|document| line(out, "document", document))
        }
        Request::File { host, name } => {
            host.iter().try_for_each(|host| line(out, "on host", host))?;
            line(out, "file", name)
        }
        Request::Prospero { server, hsoname, version, attributes, fields } => {
            connect(out, server)?;
            line(out, "object", hsoname)?;
            version.iter().try_for_each(|version| line(out, "version", version))?;
            attributes.iter().try_for_each(|attributes| line(out, "attribute", attributes))?;
            fields.iter().try_for_each(|(name, value)| line(out, "field", format_args!("{name} = {value}")))
        }
        _ => Ok(()),
    }
}
