"""Package managers that tell what they fetch and place."""

from kernel.projection.recognisers.noise import Noise

_STEP = r"(?:Preparing metadata|Installing build dependencies|Installing backend dependencies|Getting requirements to build wheel)"
INSTALLS = Noise(
    name="installs",
    kind="package installation steps",
    why="steps of a package manager without a problem; its summary is shown",
    alternatives=(
        *((sign, rf" {{0,8}}{sign} \S.{{0,300}}") for sign in (
            "Collecting", "Using cached", "Obtaining", "Building wheel for", "Created wheel for", "Stored in directory:", "Attempting uninstall:",
            "Found existing installation:", "Successfully uninstalled",
        )),
        ("Uninstalling ", r" {4,8}Uninstalling \S{1,100}:"),
        ("Downloading ", r" {0,8}Downloading \S{1,300}(?: \([\d.,]+ ?[kMG]?B\))?"),
        ("Requirement already", r" {0,8}Requirement already satisfied: \S.{0,300}"),
        ("finished with", rf" {{0,8}}{_STEP}\b.{{0,60}}: finished with status 'done'"),
        (": started", rf" {{0,8}}{_STEP}[^:]{{0,60}}: started"),
        *((sign, rf"{sign}\d+ https?://\S{{1,200}} \S.{{0,200}}") for sign in ("Get:", "Hit:", "Ign:")),  # apt
        ("==2", r" [+~-] [\w.\-]{1,80}(?:\[[\w,\-]{1,80}\])?==\S{1,80}"),  # uv
        ("Selecting previously", r"Selecting previously unselected package \S{1,120}\."),
        ("Preparing to unpack", r"Preparing to unpack \S{1,200} \.\.\."),
        ("Unpacking ", r"Unpacking \S{1,120} \(\S{1,80}\)(?: over \(\S{1,80}\))? \.\.\."),
        ("Setting up ", r"Setting up \S{1,120} \(\S{1,80}\) \.\.\."),
        ("Processing triggers", r"Processing triggers for \S{1,120} \(\S{1,80}\) \.\.\."),
        ("npm http fetch", r"npm http fetch (?:GET|POST) [23]\d\d \S{1,300} \d+ms(?: \([\w ]{1,40}\))?(?: \S{1,40})?"),
        *((f"{verb} ", rf" {{0,4}}{verb} \S{{1,80}} v\d\S{{0,40}}") for verb in ("Downloaded", "Downloading", "Locking", "Adding")),  # cargo
        *((f"- {verb} ", rf" +- {verb} \S{{1,120}} \(\S{{1,60}}\)(?:: Extracting archive)?") for verb in ("Installing", "Downloading", "Locking")),  # composer
        *((f"{verb} ", rf"{verb} [a-z][\w\-]{{0,60}} \d[\w.\-]{{0,40}}") for verb in ("Fetching", "Installing", "Using")),  # bundler
    ),
)  # fmt: skip
