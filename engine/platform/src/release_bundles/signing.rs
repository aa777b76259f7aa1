//! Signing bundles with a key of this installation, whose seed is in the vault.

use ring::signature::{ED25519, Ed25519KeyPair, KeyPair as _, UnparsedPublicKey};
use waybill_machines::Timestamp;
use waybill_machines::machines::release_bundle::{Bundle, Origin, Signature};
use waybill_machines::secret::SecretRef;

use super::BundleError;
use crate::secret::{hex, random, unhex};
use crate::vault::{Kind, Vault, VaultError};

/// Name of the key in the vault: there is one per installation, created with the first bundle.
const NAME: &str = "installation";

/// The signed text: lines that anyone can compose from what the console shows.
fn text_of(bundle: &Bundle, created: Timestamp) -> String {
    let Bundle { name, version, origin, list, .. } = bundle;
    let origin = match origin {
        Origin::Source => "source",
        Origin::Target => "target",
    };
    format!(
        "waybill-release-bundle-1\nname: {name}\nversion: {version}\norigin: {origin}\ncreated: {created}\n\
         artifacts: {}\nsize: {}\nlist: {}\n",
        list.artifacts, list.size, list.digest.0
    )
}

/// Signs a bundle that is created at this time.
pub(super) fn sign(
    vault: &Vault,
    bundle: &Bundle,
    created: Timestamp,
) -> Result<Signature, BundleError> {
    let name = SecretRef(NAME.to_owned());
    let seed = match vault.get(Kind::BundleKey, &name) {
        Ok(seed) => seed.expose().to_vec(),
        Err(VaultError::Missing { .. }) => {
            let seed = random::<32>();
            vault.put_at(Kind::BundleKey, &name, &seed)?;
            seed.to_vec()
        }
        Err(error) => return Err(error.into()),
    };
    let pair = Ed25519KeyPair::from_seed_unchecked(&seed)
        .map_err(|_| BundleError::Defect("the vault holds no key to sign with"))?;
    let value = hex(pair.sign(text_of(bundle, created).as_bytes()).as_ref());
    Ok(Signature { key: hex(pair.public_key().as_ref()), value })
}

/// Whether a bundle's signature is valid for this bundle; `None` when it is not signed.
pub(super) fn holds(bundle: &Bundle, created: Timestamp) -> Option<bool> {
    let Signature { key, value } = bundle.signature.as_ref()?;
    let (Some(key), Some(value)) = (unhex::<32>(key), unhex::<64>(value)) else {
        return Some(false);
    };
    let text = text_of(bundle, created);
    Some(UnparsedPublicKey::new(&ED25519, key).verify(text.as_bytes(), &value).is_ok())
}
