//! What the answer to a promotion of a run says.

use axum::Json;
use waybill_platform::builds::StoredBuild;

use super::{Promotion, Step};
use crate::error::ApiError;
use crate::wire::search::{ResultMessage, ResultMessages};

/// The most messages of a response that name a file.
const NAMED_MAX: usize = 20;

/// How many files were promoted.
#[derive(Default)]
pub(super) struct Tally {
    moved: usize,
    copied: usize,
    /// Those that stayed where they were, and got properties.
    stayed: usize,
}

impl Tally {
    /// The same with one more file.
    pub(super) fn and(mut self, step: &Step) -> Self {
        let count = match step {
            Step { from, to, .. } if from == to => &mut self.stayed,
            Step { moves: true, .. } => &mut self.moved,
            Step { .. } => &mut self.copied,
        };
        *count += 1;
        self
    }

    /// All of them.
    pub(super) fn files(&self) -> usize {
        self.moved + self.copied + self.stayed
    }
}

/// What a response says.
#[derive(Default)]
pub(super) struct Messages {
    all: Vec<ResultMessage>,
    /// Warnings that are not among them.
    left_out: usize,
}

impl Messages {
    /// A warning about one file.
    pub(super) fn warn(&mut self, step: &Step, error: ApiError) {
        let (key, path) = (&step.from.repository.settings.key, &step.from.path);
        self.add_named(format!("{key}:{path}: {}", error.in_words().1));
    }

    /// A warning about one file, which the error names.
    pub(super) fn warn_of_one(&mut self, error: ApiError) {
        self.add_named(error.in_words().1);
    }

    fn add_named(&mut self, message: String) {
        if self.all.len() >= NAMED_MAX {
            self.left_out += 1;
            return;
        }
        self.all.push(ResultMessage { level: "WARN", message });
    }

    /// A warning about the promotion as a whole.
    pub(super) fn warn_of_all(&mut self, error: ApiError) {
        self.all.push(ResultMessage { level: "WARN", message: error.in_words().1 });
    }

    /// The last message: what was done, or would be.
    pub(super) fn done(
        &mut self,
        promotion: &Promotion,
        stored: &StoredBuild,
        tally: &Tally,
        is_nothing: bool,
    ) {
        if self.left_out > 0 {
            let message = format!("{} further files cannot be promoted", self.left_out);
            self.all.push(ResultMessage { level: "WARN", message });
        }
        let is_dry = promotion.wanted.dry_run == Some(true);
        let prefix = if is_dry { "dry run for " } else { "" };
        let (name, number) = (&stored.build.name, &stored.build.number);
        if is_nothing {
            let is = if is_dry { "would not be" } else { "is not" };
            let message = format!(
                "{prefix}promoting {name} {number} {is} recorded, since none of its files can be promoted"
            );
            self.all.push(ResultMessage { level: "WARN", message });
            return;
        }
        let has_warnings = !self.all.is_empty();
        let completed =
            if has_warnings { "completed with warnings" } else { "completed successfully" };
        let would = if is_dry { "would be" } else { "were" };
        let message = match &promotion.to {
            Some(to) => {
                let key = &to.settings.key;
                let Tally { moved, copied, .. } = tally;
                let counted = match (promotion.moves, copied) {
                    (true, 0) => format!("{moved} artifacts {would} moved"),
                    (true, _) => format!("{moved} artifacts {would} moved and {copied} copied"),
                    (false, _) => format!("{copied} artifacts {would} copied"),
                };
                format!("{prefix}promoting {name} {number} {completed}, {counted} to {key}")
            }
            None => format!("{prefix}promoting {name} {number} {completed}"),
        };
        self.all.push(ResultMessage { level: "INFO", message });
    }

    /// The response.
    pub(super) fn answer(self) -> Json<ResultMessages> {
        Json(ResultMessages { messages: self.all })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// covers: [HOOK-04]
    #[test]
    fn a_response_names_some_of_many_images_that_cannot_be_promoted() {
        let mut messages = Messages::default();
        for number in 0..NAMED_MAX + 5 {
            let image = format!("acme/shop:{number}");
            messages.warn_of_one(ApiError::build_image_replaced("docker-local", &image));
        }
        assert_eq!((messages.all.len(), messages.left_out), (NAMED_MAX, 5));
    }
}
