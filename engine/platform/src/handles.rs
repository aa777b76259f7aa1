//! One-use handles for secrets on their way from a request to a call. They are in memory only: after a crash a handle
//! is invalid, and the call that carries it is answered as interrupted.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use waybill_machines::Timestamp;
use waybill_machines::secret::Handle;

use crate::access::DeviceProof;
use crate::secret::{Payload, hex, random};

/// A handle that has not been taken within this time expires.
pub const HANDLE_MS: i64 = 60_000;
/// The most handles that may be pending at once.
pub const HANDLES_MAX: usize = 4_096;

/// Too many secrets are pending; trying again shortly helps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("too many requests with a password or a code are under way; try again in a moment")]
pub struct TooManyHandles;

struct Waiting {
    payload: Payload,
    proof: DeviceProof,
    until: Timestamp,
}

/// The pending secrets.
#[derive(Default)]
pub struct Handles {
    waiting: Mutex<HashMap<String, Waiting>>,
}

impl Handles {
    /// Stores a secret, with the devices that its sender has presented, and returns a handle for it.
    pub fn mint(
        &self,
        payload: Payload,
        proof: DeviceProof,
        at: Timestamp,
    ) -> Result<Handle, TooManyHandles> {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.retain(|_, secret| secret.until > at);
        if waiting.len() >= HANDLES_MAX {
            return Err(TooManyHandles);
        }
        let id = format!("h_{}", hex(&random::<16>()));
        waiting.insert(id.clone(), Waiting { payload, proof, until: at.plus_ms(HANDLE_MS) });
        Ok(Handle::new(id))
    }

    /// Returns the secret, once and before it expires.
    pub fn take(&self, handle: &Handle, at: Timestamp) -> Option<(Payload, DeviceProof)> {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        let secret = waiting.remove(&handle.handle)?;
        (secret.until > at).then_some((secret.payload, secret.proof))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::secret::Secret;

    fn code() -> Payload {
        Payload::Code(Secret::new("123456"))
    }

    #[test]
    fn a_handle_works_once() {
        let (handles, at) = (Handles::default(), Timestamp::from_ms(0));
        let handle = handles.mint(code(), DeviceProof::default(), at).unwrap();
        assert_eq!(handle.handle.len(), 34);
        assert!(matches!(handles.take(&handle, at), Some((Payload::Code(_), _))));
        assert!(handles.take(&handle, at).is_none());
        assert!(handles.take(&Handle::new("h_0"), at).is_none());
    }

    #[test]
    fn a_handle_expires_after_a_minute() {
        let (handles, at) = (Handles::default(), Timestamp::from_ms(0));
        let (early, late) = (
            handles.mint(code(), DeviceProof::default(), at).unwrap(),
            handles.mint(code(), DeviceProof::default(), at).unwrap(),
        );
        assert!(handles.take(&early, at.plus_ms(HANDLE_MS - 1)).is_some());
        assert!(handles.take(&late, at.plus_ms(HANDLE_MS)).is_none());
    }

    #[test]
    fn the_number_is_bounded_and_expiry_frees_places() {
        let (handles, at) = (Handles::default(), Timestamp::from_ms(0));
        for _ in 0..HANDLES_MAX {
            handles.mint(code(), DeviceProof::default(), at).unwrap();
        }
        assert_eq!(handles.mint(code(), DeviceProof::default(), at), Err(TooManyHandles));
        assert!(handles.mint(code(), DeviceProof::default(), at.plus_ms(HANDLE_MS)).is_ok());
    }
}
