"""Steps of a build that went through."""

from kernel.projection.recognisers.noise import Noise

BUILDS = Noise(
    name="builds",
    kind="build steps",
    why="steps of a build without a message; the first and last are shown",
    alternatives=(
        r" {0,6}(?:Compiling|Checking|Fresh|Documenting) \S{1,80} v\d\S{0,60}(?: \(\S{1,200}\))?",  # cargo
        r"\[\d+/\d+\] (?:Building|Linking|Compiling|Generating|Creating|Running|CXX|CC|LINK|AR|SOLINK|STAMP|ACTION) ?\S.{0,300}",  # ninja
        r"\[ {0,2}\d{1,3}%\] (?:Building|Linking|Generating|Built target) \S.{0,300}",  # CMake
        r" {2}(?:CC|CXX|LD|AR|AS|HOSTCC|HOSTLD|GEN|OBJCOPY|UPD|WRAP|CHK|SYSHDR|SYSTBL)(?: \[M\])? {1,12}\S{1,300}",  # Kbuild
        r"> Task :\S{1,200}(?: (?:UP-TO-DATE|NO-SOURCE|FROM-CACHE))?",  # Gradle
    ),
)
