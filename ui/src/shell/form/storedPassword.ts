/** A password as it is typed. */
export interface TypedPassword {
  /** Empty to keep the stored one. */
  password: string;
  /** The stored password is not to stay. */
  isPasswordRemoved: boolean;
}

/** What is stored before a form is sent. */
export interface StoredPassword {
  isStored: boolean;
  /** It cannot be kept: it is not sent to another server. */
  isMoved: boolean;
  /** There is a user whose password it is. */
  isUsed: boolean;
}

/** Whether a password has to be typed. A stored one is removed on purpose, and not lost by an oversight. */
export const isPasswordAsked = (stored: StoredPassword, typed: TypedPassword): boolean =>
  stored.isStored && stored.isMoved && stored.isUsed && !typed.isPasswordRemoved && typed.password === '';
