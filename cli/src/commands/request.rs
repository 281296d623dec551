//! `request`: the request that a client sends for a URL.

use std::fmt;
use std::io::{self, Write};
use std::process::ExitCode;

use schemars::JsonSchema;
use serde::Serialize;
use uri_lineage::classifier::Classification;
use uri_lineage::request::{Checked, FtpStep, Password, Request, RequestError, Server};
use uri_lineage::scheme::SchemeError;
use uri_lineage::{DocumentGrammar, Grammar, SchemeDocument};

use crate::failure::Failure;
use crate::list::each::{EachArgs, GrammarAnswer, Results, answer_each};
use crate::output::bytes::{all_bytes, is_printable};
use crate::output::screen::Colours;
use crate::output::text::padded;

/// Show the request that a client sends for a URL: the commands, the line or the name
///
/// The output has FTP commands, the octets that a Gopher or Gopher+ client sends, the path in a
/// request to an HTTP server or a proxy, NNTP commands, a message with its header fields, and names
/// for WAIS, Prospero and local files. After the grammars of all URLs comes the document in force for
/// the scheme, such as RFC 4266 for gopher. Octets that are not printable are shown as \t, \r, \n, \x00; JSON has one character for
/// each octet, as ISO Latin-1.
///
/// A URL is refused if one of its octets would break out of its field in the protocol: it would add
/// a line, a command or a parameter.
///
/// Exit status: 0 if some selected grammar returns a request, 1 if none does, 2 for a usage error.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  uri-lineage request 'ftp://myname@host.dom/%2Fetc/motd;type=a'
  uri-lineage request --grammar rfc1738 'gopher://host/0sel%09%09+application/postscript%20Es_ES'
  uri-lineage request --grammar schemes 'mailto:list@example.org?subject=hello'")]
pub struct Args {
    #[command(flatten)]
    each: EachArgs,
}

/// The request of a client.
#[derive(Serialize, JsonSchema)]
pub struct Requested {
    /// The request that a client sends for the URL: the member `scheme` is the protocol. Texts have
    /// one character for each octet, as ISO Latin-1.
    request: Request,
}

impl GrammarAnswer for Requested {
    type Settings = ();
    type Error = RequestError;
    const MEMBERS: &[&str] = &["request"];

    fn answers<'u>(url: Classification<'u>, (): &()) -> impl Fn(Grammar) -> Result<Self, RequestError> + 'u {
        move |grammar| Ok(Self { request: url.request(grammar)? })
    }

    fn of_scheme(document: SchemeDocument, uri: &str, (): &()) -> Result<Result<Self, RequestError>, SchemeError> {
        match document.request(uri) {
            Ok(request) => Ok(Ok(Self { request })),
            Err(RequestError::RefusedByScheme(refused)) => Err(refused),
            Err(error) => Ok(Err(error)),
        }
    }

    fn write(&self, document: DocumentGrammar, out: &mut Vec<u8>) -> io::Result<()> {
        out.extend_from_slice(document.id().as_bytes());
        out.push(b'\n');
        write(&self.request, out)
    }

    fn write_error(document: &str, error: impl fmt::Display, colours: Colours, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{document}\n  {}", colours.bad(format_args!("error: {error}")))
    }
}

pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let results = answer_each::<Requested>(&args.each, &())?;
    Ok(match results {
        Results { read: false, .. } => ExitCode::from(2),
        Results { any: true, .. } => ExitCode::SUCCESS,
        Results { any: false, .. } => ExitCode::FAILURE,
    })
}

/// A line for people: a name and its value.
fn line(out: &mut Vec<u8>, name: &str, value: impl fmt::Display) -> io::Result<()> {
    begin_line(out, name);
    writeln!(out, "{value}")
}

fn begin_line(out: &mut Vec<u8>, name: &str) {
    out.extend_from_slice(b"  ");
    padded(name, 10, out);
}

/// A line of words and octets; the octets have passed [`Checked`].
fn octets(out: &mut Vec<u8>, name: &str, words: &str, octets: &Checked) -> io::Result<()> {
    begin_line(out, name);
    out.extend_from_slice(words.as_bytes());
    escaped(out, octets)?;
    out.push(b'\n');
    Ok(())
}

fn escaped(out: &mut Vec<u8>, octets: &Checked) -> io::Result<()> {
    let octets = octets.as_bytes();
    // Very few octets need an escape.
    if all_bytes(octets, |octet| is_printable(octet) & (octet != b'\\') & (octet != b'\'') & (octet != b'"')) {
        out.extend_from_slice(octets);
        return Ok(());
    }
    write!(out, "{}", octets.escape_ascii())
}

fn connect(out: &mut Vec<u8>, server: &Server) -> io::Result<()> {
    begin_line(out, "connect");
    escaped(out, &server.host)?;
    out.extend_from_slice(b" port ");
    out.extend_from_slice(itoa::Buffer::new().format(server.port).as_bytes());
    out.extend_from_slice(if server.secure { b", by TLS\n" } else { b"\n" });
    Ok(())
}

fn write_step(out: &mut Vec<u8>, step: &FtpStep) -> io::Result<()> {
    match step {
        FtpStep::Cwd(directory) => octets(out, "send", "CWD ", directory),
        FtpStep::Retr(name) => octets(out, "send", "RETR ", name),
        step => line(out, "send", step),
    }
}

/// A request for people, one part per line.
fn write(request: &Request, out: &mut Vec<u8>) -> io::Result<()> {
    match request {
        Request::Ftp { server, user, password, steps } => {
            connect(out, server)?;
            octets(out, "send", "USER ", user)?;
            match password {
                Password::InUrl(password) => octets(out, "send", "PASS ", password)?,
                Password::MailAddress => line(out, "send", "PASS, with your mail address")?,
                Password::Asked => line(out, "send", "PASS, if the server requires one: the client prompts for it")?,
            }
            steps.iter().try_for_each(|step| write_step(out, step))
        }
        Request::Http { server, path, proxy } => {
            connect(out, server)?;
            octets(out, "path", "", path)?;
            octets(out, "to proxy", "", proxy)
        }
        Request::Gopher { server, gtype, sends, form } => {
            connect(out, server)?;
            octets(out, "type", "", gtype)?;
            octets(out, "send", "", sends)?;
            if *form {
                line(out, "then", "the form in the item's +ASK attribute is for you to fill in")?;
            }
            Ok(())
        }
        Request::Mailto { to, fields, body } => {
            to.iter().try_for_each(|address| octets(out, "mail to", "", address))?;
            fields.iter().try_for_each(|(name, value)| line(out, "header", format_args!("{name}: {value}")))?;
            body.iter().try_for_each(|text| octets(out, "body", "", text))
        }
        Request::News { server, commands } | Request::Nntp { server, commands } => {
            server.iter().try_for_each(|server| connect(out, server))?;
            commands.iter().try_for_each(|command| octets(out, "send", "", command))
        }
        Request::Telnet { server, user, password } => {
            connect(out, server)?;
            user.iter().try_for_each(|user| octets(out, "user", "", user))?;
            password.iter().try_for_each(|password| octets(out, "password", "", password))
        }
        Request::Wais { server, database, search, wtype, document } => {
            connect(out, server)?;
            octets(out, "database", "", database)?;
            search.iter().try_for_each(|search| octets(out, "search", "", search))?;
            wtype.iter().try_for_each(|wtype| octets(out, "type", "", wtype))?;
            document.iter().try_for_each(|document| octets(out, "document", "", document))
        }
        Request::File { host, name } => {
            host.iter().try_for_each(|host| octets(out, "on host", "", host))?;
            octets(out, "file", "", name)
        }
        Request::Prospero { server, hsoname, version, attributes, fields } => {
            connect(out, server)?;
            octets(out, "object", "", hsoname)?;
            version.iter().try_for_each(|version| octets(out, "version", "", version))?;
            attributes.iter().try_for_each(|attributes| octets(out, "attribute", "", attributes))?;
            fields.iter().try_for_each(|(name, value)| line(out, "field", format_args!("{name} = {value}")))
        }
        _ => Ok(()),
    }
}
