//! The names of the components.

use crate::named::named;

named! {
    /// A component of a URL. [`Components::get`](crate::Components::get) returns it as a grammar splits one URL.
    Component, "component", "in the order of a URL", UnknownComponent {
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
