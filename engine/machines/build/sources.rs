//! The source files of the crate, and the modules that they form.

use std::collections::BTreeMap;
use std::path::Path;

use super::Problem;
use super::tokens::is_left_out;

/// The texts of files by their paths within the crate's folder, such as `src/lib.rs`.
#[derive(Clone)]
pub struct Sources(pub BTreeMap<String, String>);

/// A parsed module.
pub struct Parsed {
    /// The path within the crate; empty for the crate root.
    pub path: Vec<String>,
    /// The file that contains the module.
    pub file: String,
    /// The items that are compiled into a server.
    pub items: Vec<syn::Item>,
}

impl Sources {
    /// Reads all Rust files below `src`.
    pub fn read(manifest: &Path) -> Result<Self, Problem> {
        let mut files = BTreeMap::new();
        let mut folders = vec!["src".to_owned()];
        while let Some(folder) = folders.pop() {
            let unreadable = |error| Problem::Unreadable(folder.clone(), error);
            for entry in std::fs::read_dir(manifest.join(&folder)).map_err(unreadable)? {
                let entry = entry.map_err(unreadable)?;
                let path = format!("{folder}/{}", entry.file_name().to_string_lossy());
                if entry.path().is_dir() {
                    folders.push(path);
                } else if entry.path().extension().is_some_and(|extension| extension == "rs") {
                    let text = std::fs::read_to_string(entry.path())
                        .map_err(|error| Problem::Unreadable(path.clone(), error))?;
                    files.insert(path, text);
                }
            }
        }
        Ok(Self(files))
    }

    /// All modules that the crate declares, parents first.
    pub fn modules(&self) -> Result<Vec<Parsed>, Problem> {
        let mut modules = Vec::new();
        self.load(&[], "src/lib.rs", &mut modules)?;
        Ok(modules)
    }

    fn load(&self, path: &[String], file: &str, modules: &mut Vec<Parsed>) -> Result<(), Problem> {
        let text = self.0.get(file).ok_or_else(|| Problem::Missing(file.to_owned()))?;
        let parsed =
            syn::parse_file(text).map_err(|error| Problem::Unparsable(file.to_owned(), error))?;
        self.add(path, file, parsed.items, modules)
    }

    fn add(
        &self,
        path: &[String],
        file: &str,
        items: Vec<syn::Item>,
        modules: &mut Vec<Parsed>,
    ) -> Result<(), Problem> {
        let (inner, items): (Vec<_>, Vec<_>) = items
            .into_iter()
            .filter(|item| !is_left_out(attributes(item)))
            .partition(|item| matches!(item, syn::Item::Mod(_)));
        modules.push(Parsed { path: path.to_vec(), file: file.to_owned(), items });
        for item in inner {
            let syn::Item::Mod(module) = item else { continue };
            let mut path = path.to_vec();
            path.push(module.ident.to_string());
            match module.content {
                Some((_, items)) => self.add(&path, file, items, modules)?,
                None => {
                    let file = self.file_of(&path)?;
                    self.load(&path, &file, modules)?;
                }
            }
        }
        Ok(())
    }

    fn file_of(&self, module: &[String]) -> Result<String, Problem> {
        let stem = format!("src/{}", module.join("/"));
        let files = [format!("{stem}.rs"), format!("{stem}/mod.rs")];
        let found = files.into_iter().find(|file| self.0.contains_key(file));
        found.ok_or_else(|| Problem::Missing(format!("{stem}.rs")))
    }
}

/// The attributes of an item.
pub fn attributes(item: &syn::Item) -> &[syn::Attribute] {
    match item {
        syn::Item::Const(item) => &item.attrs,
        syn::Item::Enum(item) => &item.attrs,
        syn::Item::Fn(item) => &item.attrs,
        syn::Item::Impl(item) => &item.attrs,
        syn::Item::Macro(item) => &item.attrs,
        syn::Item::Mod(item) => &item.attrs,
        syn::Item::Static(item) => &item.attrs,
        syn::Item::Struct(item) => &item.attrs,
        syn::Item::Trait(item) => &item.attrs,
        syn::Item::Type(item) => &item.attrs,
        syn::Item::Union(item) => &item.attrs,
        syn::Item::Use(item) => &item.attrs,
        _ => &[],
    }
}
