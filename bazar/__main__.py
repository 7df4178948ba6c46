"""``python -m bazar``"""

import sys

from bazar.cli import main

sys.exit(main())
