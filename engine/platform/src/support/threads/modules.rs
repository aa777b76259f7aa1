//! The program and the libraries of a process: their unwind information and the names of their functions.

use std::collections::BTreeMap;
use std::fs::{self, File};

use framehop::{
    ExplicitModuleSectionInfo, MayAllocateDuringUnwind, Module, Unwinder, UnwinderNative,
};
use object::{Object, ObjectSection, ObjectSegment, ObjectSymbol, ReadCache, SymbolKind};

/// The modules of a process.
pub(super) struct Modules {
    pub(super) unwinder: UnwinderNative<Vec<u8>, MayAllocateDuringUnwind>,
    /// Address, length and name of every function, by address.
    functions: Vec<(u64, u64, String)>,
    /// Address, length and path of every mapped file.
    places: Vec<(u64, u64, String)>,
}

impl Modules {
    /// Reads the modules that the process has loaded. Frames in a module that cannot be read have addresses but no
    /// names.
    pub(super) fn of_process(pid: u32) -> Self {
        let maps = fs::read_to_string(format!("/proc/{pid}/maps")).unwrap_or_default();
        let mut modules =
            Self { unwinder: UnwinderNative::new(), functions: Vec::new(), places: Vec::new() };
        for (path, (begin, end)) in mapped(&maps) {
            modules.add(&path, begin, end);
            let name = path.rsplit('/').next().unwrap_or_default().to_owned();
            modules.places.push((begin, end, name));
        }
        modules.functions.sort();
        modules
    }

    /// The name of what is at an address: a function, or an offset in a file.
    pub(super) fn name(&self, address: u64) -> String {
        let before = self.functions.partition_point(|(begin, ..)| *begin <= address);
        let function = before.checked_sub(1).map(|at| &self.functions[at]);
        if let Some((_, _, name)) = function.filter(|(begin, long, _)| address - begin < *long) {
            return format!("{:#}", rustc_demangle::demangle(name));
        }
        let mut places = self.places.iter();
        match places.find(|(begin, end, _)| (*begin..*end).contains(&address)) {
            Some((begin, _, file)) => format!("{file}+{:#x}", address - begin),
            None => format!("{address:#x}"),
        }
    }

    fn add(&mut self, path: &str, begin: u64, end: u64) -> Option<()> {
        let file = ReadCache::new(File::open(path).ok()?);
        let file = object::File::parse(&file).ok()?;
        let place = |name: &str| {
            let section = file.section_by_name(name)?;
            Some(section.address()..section.address() + section.size())
        };
        let bytes = |name: &str| Some(file.section_by_name(name)?.data().ok()?.to_vec());
        let base = file.segments().map(|segment| segment.address()).min()?;
        let sections = ExplicitModuleSectionInfo {
            base_svma: base,
            text_svma: place(".text"),
            got_svma: place(".got"),
            eh_frame_svma: place(".eh_frame"),
            eh_frame: bytes(".eh_frame"),
            eh_frame_hdr_svma: place(".eh_frame_hdr"),
            eh_frame_hdr: bytes(".eh_frame_hdr"),
            ..ExplicitModuleSectionInfo::default()
        };
        self.unwinder.add_module(Module::new(path.to_owned(), begin..end, begin, sections));
        let symbols = file.symbols().chain(file.dynamic_symbols());
        let functions = symbols.filter(|one| one.kind() == SymbolKind::Text && one.size() > 0);
        self.functions.extend(functions.filter_map(|function| {
            let address = function.address().checked_sub(base)?.checked_add(begin)?;
            Some((address, function.size(), function.name().ok()?.to_owned()))
        }));
        Some(())
    }
}

/// The mapped files, each with its first and its last address.
fn mapped(maps: &str) -> BTreeMap<String, (u64, u64)> {
    let mut files: BTreeMap<String, (u64, u64)> = BTreeMap::new();
    for line in maps.lines() {
        let mut words = line.split_whitespace();
        let range = words.next().and_then(|range| range.split_once('-'));
        let number = |text: &str| u64::from_str_radix(text, 16).ok();
        let range = range.and_then(|(begin, end)| Some((number(begin)?, number(end)?)));
        let path = words.nth(4).filter(|path| path.starts_with('/'));
        let (Some((begin, end)), Some(path)) = (range, path) else { continue };
        let known = files.entry(path.to_owned()).or_insert((begin, end));
        *known = (known.0.min(begin), known.1.max(end));
    }
    files
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn own_functions_have_names() {
        let modules = Modules::of_process(std::process::id());
        let names = modules.functions.iter().map(|(_, _, name)| name);
        assert!(names.clone().any(|name| name.contains("own_functions_have_names")));
        let maps = "1000-2000 r--p 00000000 08:01 5 /bin/x\n2000-3000 r-xp 1 08:01 5 /bin/x\n7-8 rw-p 0 0 0 [heap]\n";
        assert_eq!(mapped(maps), BTreeMap::from([("/bin/x".to_owned(), (0x1000, 0x3000))]));
        assert_eq!(modules.name(1), "0x1");
    }
}
