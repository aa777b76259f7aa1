//! Ivy publishes a module with the commands that the console shows, and finds it again.

use std::path::Path;

use waybill_tests::{can_run, run};

use crate::clients::{Home, Shown};
use crate::stage::Stage;

/// Where Debian has Ivy, which is a program of Java.
const IVY: &str = "/usr/share/java/ivy.jar";
const KEY: &str = "ivy-local";
const MODULE: &str = "<ivy-module version=\"2.0\"><info organisation=\"com.acme\" module=\"shop\"/>\
    <publications><artifact name=\"shop\" type=\"jar\" ext=\"jar\"/></publications></ivy-module>";

fn home() -> Home {
    let home = Home::new().with("IVY_JAR", IVY);
    let folder = home.path("").to_string_lossy().into_owned();
    // Java takes the home of the machine's user otherwise.
    home.with("JAVA_TOOL_OPTIONS", format!("-Duser.home={folder}"))
}

/// covers: [MAVEN-01]
#[test]
fn ivy_publishes_and_finds_modules_with_the_shown_commands() {
    let is_here = Path::new(IVY).exists();
    if !can_run(is_here, "Ivy is missing: .ci/tools.mjs names the packages of Debian") {
        return;
    }
    run(async {
        let stage = Stage::with(KEY, "ivy").await;
        let shown = Shown::of(&stage, KEY).await;
        let author = home();
        author.write("work/ivy.xml", MODULE);
        author.write("work/dist/shop.jar", "the jar");
        author.run("work", "sh", &["-c", &shown.command("ivy", "sign_in", &[])]).succeeded();
        let words = [("<FOLDER>", "dist"), ("<VERSION>", "1.0")];
        let publish = shown.command("ivy", "publish", &words);
        author.run("work", "sh", &["-c", &publish]).succeeded();
        let path = format!("/artifactory/{KEY}/com/acme/shop/1.0/shop-1.0.jar");
        assert_eq!(stage.ann().get(&path).await.body, b"the jar");

        let user = home();
        user.run("work", "sh", &["-c", &shown.command("ivy", "sign_in", &[])]).succeeded();
        let words = [("<GROUP>", "com.acme"), ("<ARTIFACT>", "shop"), ("<VERSION>", "1.0")];
        let install = shown.command("ivy", "install", &words);
        user.run("work", "sh", &["-c", &install]).succeeded();
        let found = std::fs::read(user.path("work/lib/shop-1.0.jar")).expect("a jar");
        assert_eq!(found, b"the jar");
        // With another token there is nothing to be had.
        let settings = user.path(&format!(".ivy2/settings-{KEY}.xml"));
        let text = std::fs::read_to_string(&settings).expect("settings");
        let stranger = home();
        stranger.write(&format!(".ivy2/settings-{KEY}.xml"), &text.replace(&stage.ann, "nothing"));
        stranger.run("work", "sh", &["-c", &install]).failed();
    });
}
