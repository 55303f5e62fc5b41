"""Steps of a build or of a resolver that went through."""

from kernel.projection.recognisers.noise import Noise

BUILDS = Noise(
    name="builds",
    kind="build steps",
    why="steps of a build without a message; the first and last are shown",
    alternatives=(
        *(
            (f"{verb} ", rf" {{0,6}}{verb} \S{{1,80}} v\d\S{{0,60}}(?: \(\S{{1,200}}\))?")
            for verb in ("Compiling", "Checking", "Fresh", "Documenting")
        ),  # cargo
        (
            "] ",
            r"\[ {0,6}\d+/\d+\] (?:Building|Linking|Compiling|Generating|Creating|Running|Scanning|Re-running|CXX|CC|LINK|AR|SOLINK|STAMP|ACTION) ?\S.{0,300}",
        ),  # ninja
        ("%] ", r"\[ {0,2}\d{1,3}%\] (?:Building|Linking|Generating|Built target|Automatic MOC) \S.{0,300}"),  # CMake
        ("-- ", r"-- (?:Looking for|Performing Test|Check(?:ing)?|Detecting|Found|Check size of|Check for) \S.{0,200}? - (?:found|done|Success|yes|works|[\w ]{0,20}done)"),
        ("  ", r" {2}(?:CC|CXX|LD|AR|AS|HOSTCC|HOSTLD|GEN|OBJCOPY|UPD|WRAP|CHK|SYSHDR|SYSTBL)(?: \[M\])? {1,12}\S{1,300}"),  # Kbuild
        ("> Task :", r"> Task :\S{1,200}(?: (?:UP-TO-DATE|NO-SOURCE|FROM-CACHE|SKIPPED))?"),  # Gradle
        ("[built]", r" {0,12}\S.{0,200} \d[\d.]* [KMG]?i?B(?:ytes)? (?:\{[^}\n]{1,60}\} )?\[built\](?: \[[\w ]{1,40}\]){0,4}"),  # webpack
        ("copying ", r" {0,12}copying \S{1,300} -> \S{1,300}"),  # setuptools
        ("creating ", r" {0,12}creating \S{1,300}"),
        *(
            (f"{verb} ", rf"{verb} \S{{1,400}}(?: .{{0,600}})?(?: \(in target .{{1,200}}\))?")
            for verb in ("CompileC", "CompileSwift", "SwiftCompile", "CpResource", "CopySwiftLibs", "ProcessInfoPlistFile", "Ld", "MkDir", "CpHeader", "PhaseScriptExecution", "WriteAuxiliaryFile")
        ),  # Xcode
        ("    cd /", r" {4}cd /\S{0,300}"),
        ("    export ", r" {4}export [A-Z_]{1,40}\\?=\S{0,300}"),
        ("libtool: ", r"libtool: (?:compile|link): .{1,600}"),
        (".", r"[(\[<{]*/\S{1,300}\.(?:sty|cls|def|cfg|fd|clo|ldf|ltx|map|enc|pfb|code\.tex)[)\]>}]*(?: \[\d+\])?"),  # TeX
        ("Compiling ", r"Compiling \d+ files? \(\.\w{1,6}\)|\[INFO\] Compiling \d+ .{1,200}"),
    ),
)  # fmt: skip

RESOLVING = Noise(
    name="resolving",
    kind="steps of a resolver",
    why="what a resolver tried on its way; conflicts and what nothing was found for are shown",
    alternatives=(
        *((f": {verb} ", rf" {{0,6}}\d{{1,4}}: {verb} \S.{{0,400}}") for verb in ("selecting", "derived:", "fact:")),  # Poetry
        (" found for ", r"Source \([^)\n]{1,80}\): [1-9]\d{0,5} packages found for \S.{0,200}"),
        ("Pinning ", r"(?:DEBUG )?Pinning \S.{0,200}"),
        ("DEBUG ", r"DEBUG (?:Searching for|Selecting|Adding direct|Adding transitive|Found stale response|Found fresh response|No cache entry|Sending revalidation)\b.{0,400}"),  # uv
    ),
)  # fmt: skip
