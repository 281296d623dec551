//! The names of the components, and of their parts.

use crate::base::named::named;

named! {
    /// A component of a URL. [`Components::get`](crate::Components::get) returns it as a grammar
    /// splits one URL.
    Component, "component", "in the order of a URL" {
        /// The scheme, without its colon.
        Scheme = "scheme",
        /// The user name, and the password if there is one: the text in front of the `@`.
        User = "user",
        /// The host; if a document does not divide the authority, the whole authority.
        Host = "host",
        /// The port.
        Port = "port",
        /// The path.
        Path = "path",
        /// The query.
        Query = "query",
        /// The fragment.
        Fragment = "fragment",
    }
}

named! {
    /// A part of a URL whose characters most documents define: a component, or a part of one.
    Part, "part", "in the order of a URL" {
        /// The user name; in the third generation the whole `userinfo`.
        User = "user",
        /// The password.
        Password = "password",
        /// The host.
        Host = "host",
        /// A segment of a path, in any scheme.
        Segment = "segment",
        /// The query, or the search.
        Query = "query",
        /// The fragment.
        Fragment = "fragment",
        /// A Gopher selector, including its slashes.
        Selector = "selector",
    }
}

impl Component {
    /// A character in front of the component that belongs to it in some documents and not in
    /// others: the slash of a path.
    #[cfg(feature = "compare")]
    pub(crate) fn delimiter(self) -> Option<char> {
        (self == Self::Path).then_some('/')
    }
}
