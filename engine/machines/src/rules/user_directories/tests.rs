use super::*;

fn ldap() -> LdapServer {
    LdapServer {
        host: "ldap.example.org".into(),
        port: 636,
        security: LdapSecurity::Tls,
        bind_dn: Some("cn=waybill,dc=example,dc=org".into()),
        user_base: "ou=people,dc=example,dc=org".into(),
        user_filter: "(uid={user})".into(),
        id_attribute: LdapId::EntryUuid,
        name_attribute: "uid".into(),
        mail_attribute: Some("mail".into()),
        group_base: Some("ou=groups,dc=example,dc=org".into()),
        group_filter: "(member={dn})".into(),
        group_name_attribute: "cn".into(),
        nested_groups: true,
    }
}

fn of(server: LdapServer) -> UserDirectory {
    UserDirectory {
        name: "corporate".into(),
        label: "Example Inc.".into(),
        server: DirectoryServer::Ldap(Box::new(server)),
        group_map: [("developers".to_owned(), "Developers".to_owned())].into(),
        creates_accounts: false,
        enabled: true,
        order: 0,
    }
}

fn crowd(url: &str, application: &str) -> UserDirectory {
    let (url, application) = (url.to_owned(), application.to_owned());
    UserDirectory { server: DirectoryServer::Crowd(CrowdServer { url, application }), ..of(ldap()) }
}

type Edit = fn(&mut LdapServer);

/// covers: [SSO-02]
#[test]
fn each_field_has_its_problem() {
    assert_eq!(check_with_password(&of(ldap()), true), Ok(()));
    let wrong: [(Edit, DirectoryProblem); 16] = [
        (|it| it.host = "ldap://x".into(), DirectoryProblem::Host),
        (|it| it.port = 0, DirectoryProblem::Port),
        (|it| it.bind_dn = Some("waybill".into()), DirectoryProblem::BindDn),
        (|it| it.bind_dn = Some(String::new()), DirectoryProblem::BindDn),
        (|it| it.user_base = String::new(), DirectoryProblem::UserBase),
        (|it| it.user_filter = "(uid=ann)".into(), DirectoryProblem::UserFilter),
        (|it| it.user_filter = "uid={user}".into(), DirectoryProblem::UserFilter),
        (|it| it.user_filter = "(&(uid={user})(x={dn}))".into(), DirectoryProblem::UserFilter),
        (|it| it.name_attribute = "u id".into(), DirectoryProblem::NameAttribute),
        (|it| it.mail_attribute = Some(String::new()), DirectoryProblem::MailAttribute),
        (|it| it.group_base = Some("groups".into()), DirectoryProblem::GroupBase),
        (|it| it.group_filter = "(cn=*)".into(), DirectoryProblem::GroupFilter),
        (|it| it.group_filter = "(memberUid={user})".into(), DirectoryProblem::GroupFilter),
        (|it| it.group_name_attribute = "c*".into(), DirectoryProblem::GroupNameAttribute),
        (|it| it.group_base = None, DirectoryProblem::GroupMap),
        (|it| it.user_base = "o".repeat(600), DirectoryProblem::UserBase),
    ];
    for (edit, problem) in wrong {
        let mut server = ldap();
        edit(&mut server);
        assert_eq!(check_directory(&of(server.clone())), Err(problem), "{server:?}");
    }
    let flat =
        LdapServer { nested_groups: false, group_filter: "(memberUid={user})".into(), ..ldap() };
    assert_eq!(check_directory(&of(flat)), Ok(()));
    for (wanted, problem) in [
        (UserDirectory { name: "A".into(), ..of(ldap()) }, DirectoryProblem::Name),
        (UserDirectory { label: " a".into(), ..of(ldap()) }, DirectoryProblem::Label),
        (
            UserDirectory { group_map: [("a".into(), "b/c".into())].into(), ..of(ldap()) },
            DirectoryProblem::GroupMap,
        ),
        (crowd("https://crowd.example.org/", "waybill"), DirectoryProblem::Url),
        (crowd("crowd.example.org", "waybill"), DirectoryProblem::Url),
        (crowd("https://crowd.example.org", "way:bill"), DirectoryProblem::Application),
    ] {
        assert_eq!(check_directory(&wanted), Err(problem), "{wanted:?}");
    }
    assert_eq!(
        check_with_password(&crowd("https://crowd.example.org/crowd", "waybill"), true),
        Ok(())
    );
}

/// covers: [SSO-02]
#[test]
fn a_name_at_a_directory_has_a_password_and_a_password_has_a_name() {
    assert_eq!(check_with_password(&of(ldap()), false), Err(DirectoryProblem::Password));
    let nameless = of(LdapServer { bind_dn: None, ..ldap() });
    assert_eq!(check_with_password(&nameless, true), Err(DirectoryProblem::Password));
    assert_eq!(check_with_password(&nameless, false), Ok(()));
    assert!(!is_directory_password("") && !is_directory_password("a\nb"));
}

/// covers: [SSO-02]
#[test]
fn a_password_is_for_one_server_and_one_name() {
    let known = of(ldap());
    for other in [
        LdapServer { host: "ldap.example.com".into(), ..ldap() },
        LdapServer { port: 389, ..ldap() },
        LdapServer { security: LdapSecurity::Starttls, ..ldap() },
        LdapServer { bind_dn: Some("cn=other,dc=example,dc=org".into()), ..ldap() },
    ] {
        assert!(!known.is_same_server(&of(other.clone())), "{other:?}");
    }
    assert!(known.is_same_server(&of(LdapServer { nested_groups: false, ..ldap() })));
    assert!(!known.is_same_server(&crowd("https://crowd.example.org", "waybill")));
}

/// covers: [SSO-02]
#[test]
fn no_provider_has_the_name_by_which_accounts_know_a_directory() {
    let provider = of(ldap()).provider();
    assert_eq!(directory_of(&provider), Some("corporate"));
    assert!(!is_issuer_name(&provider));
    assert_eq!(directory_of("corporate"), None);
}
