//! Programs of others that are large: `npm test` leaves them out by the name of this module, and `npm run test:all`
//! runs them.

mod go;
mod helm;
