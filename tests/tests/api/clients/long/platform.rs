//! pyartifactory and dohq-artifactory, which use the platform's public calls.

use waybill_tests::run;

use crate::clients::Home;
use crate::stage::Stage;
use waybill_tests::tools::more_python_tools;

/// What both clients do.
const PROGRAM: &str = include_str!("../../../../clients/platform_calls.py");

/// covers: [COPY-01, AQL-01]
#[test]
fn clients_of_the_platform_create_upload_search_copy_and_move() {
    run(async {
        let python = more_python_tools().join("python");
        let stage = Stage::new().await;
        let home = Home::new();
        home.write("work/platform_calls.py", PROGRAM);
        let address = format!("http://{}/artifactory", stage.server.address());
        let arguments = ["platform_calls.py", &address, &stage.ann, &stage.bob];
        let printed = home.run("work", &python.to_string_lossy(), &arguments);
        assert!(printed.is_success, "{}", printed.text);
        let refused: Vec<&str> =
            printed.output.lines().filter(|line| line.starts_with("refused: ")).collect();
        assert_eq!(refused.len(), 3, "{}", printed.text);
        for (line, words) in
            refused.iter().zip(["nope", "into itself", "There is no such repository"])
        {
            assert!(line.contains(words), "{line}");
        }
        stage.server.stop();
    });
}
