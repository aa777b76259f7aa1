//! slapd of `OpenLDAP`, with an organisation in it.

use std::fs;
use std::path::Path;
use std::process::Command;

use waybill_tests::{Peer, Place, can_run};

use crate::certificates::{CERTIFICATE, KEY, certificate_is_made};

/// Debian keeps it out of the path of users.
const SLAPD: &str = "/usr/sbin/slapd";
const SLAPADD: &str = "/usr/sbin/slapadd";
/// The password of this installation at the directory.
pub(super) const OWN_PASSWORD: &str = "canary-of-ldap-7781";
pub(super) const OWN_NAME: &str = "cn=waybill,dc=example,dc=org";
/// The password of a user is this with the name in front.
const PASSWORD: &str = "'s password there";

/// The password of a user at the directory.
pub(super) fn password_of(user: &str) -> String {
    format!("{user}{PASSWORD}")
}

/// An LDAP server.
pub(super) struct Slapd {
    peer: Peer,
}

/// Whether there are slapd and a certificate for it.
pub(super) fn can_be_started(place: &Place) -> bool {
    can_run(Path::new(SLAPD).exists(), "there is no slapd") && certificate_is_made(place)
}

impl Slapd {
    /// Starts one whose entries are these and those of the organisation.
    pub(super) async fn start(place: &Place, name: &str, scheme: &str, more: &str) -> Self {
        let folder = place.path(name);
        let database = folder.join("database");
        fs::create_dir_all(&database).expect("a folder");
        let configuration = folder.join("slapd.conf");
        fs::write(&configuration, settings(place, &folder)).expect("a file");
        let entries = folder.join("entries.ldif");
        fs::write(&entries, format!("{}{more}", organisation())).expect("a file");
        let added = Command::new(SLAPADD)
            .arg("-f")
            .arg(&configuration)
            .arg("-l")
            .arg(&entries)
            .output()
            .expect("slapadd runs");
        assert!(added.status.success(), "{}", String::from_utf8_lossy(&added.stderr));
        let peer = Peer::start(|address| {
            let mut command = Command::new(SLAPD);
            command.arg("-f").arg(&configuration).args(["-d", "0", "-h"]);
            command.arg(format!("{scheme}://{address}"));
            command
        })
        .await;
        Self { peer }
    }

    pub(super) fn port(&self) -> u16 {
        self.peer.address.port()
    }
}

fn settings(place: &Place, folder: &Path) -> String {
    let [certificate, key] = [CERTIFICATE, KEY].map(|name| place.path(name).display().to_string());
    let folder = folder.display();
    format!(
        "include /etc/ldap/schema/core.schema
include /etc/ldap/schema/cosine.schema
include /etc/ldap/schema/inetorgperson.schema
modulepath /usr/lib/ldap
moduleload back_mdb
pidfile {folder}/slapd.pid
TLSCertificateFile {certificate}
TLSCertificateKeyFile {key}
TLSVerifyClient never
security simple_bind=128
database mdb
suffix \"dc=example,dc=org\"
directory {folder}/database
maxsize 268435456
access to attrs=userPassword by anonymous auth by * none
access to * by dn.exact=\"{OWN_NAME}\" read by * none
limits dn.exact=\"{OWN_NAME}\" size=1000
"
    )
}

/// A user, with an id that is known beforehand.
pub(super) fn user(name: &str, number: u32, mail: &str) -> String {
    let password = password_of(name);
    format!(
        "dn: uid={name},ou=people,dc=example,dc=org
objectClass: inetOrgPerson
uid: {name}
cn: {name}
sn: {name}
mail: {mail}
userPassword: {password}
entryUUID: 00000000-0000-4000-8000-{number:012}

"
    )
}

pub(super) fn group(name: &str, members: &[&str]) -> String {
    let members: Vec<String> = members.iter().map(|member| format!("member: {member}\n")).collect();
    format!(
        "dn: cn={name},ou=groups,dc=example,dc=org\nobjectClass: groupOfNames\ncn: {name}\n{}\n",
        members.concat()
    )
}

pub(super) fn person(name: &str) -> String {
    format!("uid={name},ou=people,dc=example,dc=org")
}

pub(super) fn group_name(name: &str) -> String {
    format!("cn={name},ou=groups,dc=example,dc=org")
}

fn organisation() -> String {
    let unit = |name: &str| {
        format!("dn: ou={name},dc=example,dc=org\nobjectClass: organizationalUnit\nou: {name}\n\n")
    };
    let root = "dn: dc=example,dc=org\nobjectClass: dcObject\nobjectClass: organization\no: Example\ndc: example\n\n";
    let own = format!(
        "dn: {OWN_NAME}\nobjectClass: organizationalRole\nobjectClass: simpleSecurityObject\ncn: waybill\n\
         userPassword: {OWN_PASSWORD}\n\n"
    );
    let users = [
        user("carol", 1, "carol@example.org"),
        user("dave", 2, "twins@example.org"),
        user("erin", 3, "twins@example.org"),
        // As an account here is called.
        user("bob", 4, "bob@example.org"),
    ];
    let locked = "dn: uid=frank,ou=people,dc=example,dc=org\nobjectClass: inetOrgPerson\nuid: frank\n\
                  cn: frank\nsn: frank\n\n";
    // Groups that are in each other in a circle.
    let groups = [
        group("developers", &[&person("carol"), &group_name("everyone")]),
        group("engineering", &[&group_name("developers")]),
        group("everyone", &[&group_name("engineering")]),
        group("operators", &[&person("dave")]),
    ];
    [root, &own, &unit("people"), &unit("groups"), &users.concat(), locked, &groups.concat()]
        .concat()
}
