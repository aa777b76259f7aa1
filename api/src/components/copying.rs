//! Copying and moving single files, as promotions do: each of them is judged before the first one is changed.

use waybill_platform::permissions::Rights;
use waybill_platform::repositories::{Expected, Location};
use waybill_platform::streams::ChangeContext;

use super::relocation::{self, Wanted};
use crate::error::ApiError;
use crate::state::AppState;

/// A file, with the place that it is promoted to.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Step {
    /// Where it is.
    pub(super) from: Location,
    /// The same place if the file stays where it is.
    pub(super) to: Location,
    /// Whether it is moved there, and not copied.
    pub(super) moves: bool,
    /// The checksum by which it was found. Another content that comes to its path meanwhile is not promoted, and gets
    /// no properties.
    pub(super) expected: Expected,
}

/// Whose rights decide, and what they allow with the files that are there.
pub(super) struct Copying<'a> {
    /// The server.
    pub(super) state: &'a AppState,
    /// The rights.
    pub(super) rights: &'a Rights,
    /// Whether another content may be replaced where the rights allow it. The same content is never a conflict.
    pub(super) replaces: bool,
}

impl Copying<'_> {
    /// Moves or copies a file, or only judges that.
    ///
    /// # Errors
    ///
    /// Why the file is not moved or copied.
    pub(super) async fn relocate(
        &self,
        step: &Step,
        is_dry: bool,
        context: ChangeContext,
    ) -> Result<(), ApiError> {
        if step.from == step.to {
            return Ok(());
        }
        let Step { from, to, moves, expected } = step.clone();
        // Promoting keeps paths, also where another folder has the name of a file.
        let (replaces, expected) = (self.replaces, Some(expected));
        let wanted = Wanted { from, to, into_folder: false, moves, is_dry, replaces, expected };
        let relocated = relocation::relocated(self.state, self.rights, wanted, context).await;
        let (kind, relocated) = relocated.map_err(|error| ApiError::of_repository(&error))?;
        let conflict = relocated.conflicts.first.into_iter().next();
        match relocated.stopped.or(conflict) {
            Some(stopped) => Err(ApiError::of_repository(&stopped.into_error(kind))),
            None => Ok(()),
        }
    }
}
