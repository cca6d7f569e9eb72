import '@fontsource/roboto/latin-600.css'
import '@fontsource/roboto-mono/latin-400.css'
import '@fontsource/roboto-mono/latin-500.css'
import '@fontsource-variable/noto-sans-sc/index.css'
