//! What a user may change in their own account (DET-02).

use serde::Serialize;

use crate::facts::{Profile, User};

/// Whether a user may change their password in the console.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum PasswordChange {
    /// Not possible: neither the profile menu nor the profile offers it.
    NotOffered,
    /// Possible without a further step.
    Offered,
    /// Possible after the profile has been unlocked with the current password.
    AfterUnlocking,
}

impl PasswordChange {
    /// All combinations. Where the requirements leave a case open, the meaning of the flags decides: a profile that its
    /// owner may not update has no password that its owner may change (an account shared by several people, for
    /// example), and a lock applies to everything that can be changed.
    ///
    /// | exists here | asks for the password | may be updated | is locked | change the password |
    /// |---|---|---|---|---|
    /// | no  | any | any | any | not offered |
    /// | yes | no  | any | any | not offered |
    /// | yes | yes | no  | any | not offered |
    /// | yes | yes | yes | no  | offered |
    /// | yes | yes | yes | yes | after unlocking |
    pub const fn of(user: &User) -> Self {
        let Profile { exists_in_db, updatable, password_required, unlock_required } = user.profile;
        // A user of an OAuth provider has no password here (ROLE-02).
        if user.is_anonymous() || user.oauth_realm {
            return Self::NotOffered;
        }
        match (exists_in_db, password_required, updatable, unlock_required) {
            (true, true, true, false) => Self::Offered,
            (true, true, true, true) => Self::AfterUnlocking,
            _ => Self::NotOffered,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::secret::PersonId;

    /// covers: [DET-02, ROLE-02]
    #[test]
    fn all_combinations() {
        let ann = User::local(PersonId("p_ann".into()), false);
        let mut offered = Vec::new();
        for number in 0..16_u8 {
            let flag = |bit: u8| number & (1 << bit) != 0;
            let profile = Profile {
                exists_in_db: flag(0),
                password_required: flag(1),
                updatable: flag(2),
                unlock_required: flag(3),
            };
            let user = User { profile, ..ann.clone() };
            let change = PasswordChange::of(&user);
            if change != PasswordChange::NotOffered {
                offered.push((number, change));
            }
            for user in [User { oauth_realm: true, ..user.clone() }, User { person: None, ..user }]
            {
                assert_eq!(PasswordChange::of(&user), PasswordChange::NotOffered, "{number:b}");
            }
        }
        assert_eq!(
            offered,
            [(0b0111, PasswordChange::Offered), (0b1111, PasswordChange::AfterUnlocking)]
        );
    }
}
