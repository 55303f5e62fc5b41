"""Package managers that tell what they fetch and place."""

from kernel.projection.recognisers.noise import Noise

INSTALLS = Noise(
    name="installs",
    kind="package installation steps",
    why="steps of a package manager without a problem; its summary is shown",
    alternatives=(
        r" {0,8}(?:Collecting|Using cached|Obtaining|Building wheel for|Created wheel for|Stored in directory:) \S.{0,300}",
        r" {0,8}Downloading \S{1,300}(?: \([\d.,]+ ?[kMG]?B\))?",
        r" {0,8}Requirement already satisfied: \S.{0,300}",
        r" {0,8}(?:Preparing metadata|Installing build dependencies|Getting requirements to build wheel)\b.{0,60}: finished with status 'done'",
        r" {0,8}(?:Preparing metadata|Installing build dependencies|Getting requirements to build wheel)[^:]{0,60}: started",
        r"(?:Get|Hit|Ign):\d+ https?://\S{1,200} \S.{0,200}",  # apt
        r"Selecting previously unselected package \S{1,120}\.",
        r"Preparing to unpack \S{1,200} \.\.\.",
        r"Unpacking \S{1,120} \(\S{1,80}\)(?: over \(\S{1,80}\))? \.\.\.",
        r"Setting up \S{1,120} \(\S{1,80}\) \.\.\.",
        r"npm http fetch (?:GET|POST) [23]\d\d \S{1,300} \d+ms(?: \([\w ]{1,40}\))?(?: \S{1,40})?",
        r" {0,4}(?:Downloaded|Downloading|Locking|Adding) \S{1,80} v\d\S{0,40}",  # cargo
        r" +- (?:Installing|Downloading) \S{1,120} \(\S{1,60}\)(?:: Extracting archive)?",  # composer
        r"(?:Fetching|Installing|Using) [a-z][\w\-]{0,60} \d[\w.\-]{0,40}",  # bundler
    ),
)
