// Sets theme and language on the document before anything is painted. The stores keep them after.
// And tells zod not to try whether it may make code at run time: the content policy forbids it, and a
// browser reports every try. It has to stand here, before the first schema is made.
globalThis.__zod_globalConfig = { jitless: true }
;(function () {
  var stored = { theme: null, language: null }
  try {
    stored.theme = localStorage.getItem('theme')
    stored.language = localStorage.getItem('appLanguage')
  } catch {
    // Storage may be closed; the defaults are right then.
  }
  var theme = stored.theme === 'dark' ? 'dark' : 'light'
  document.documentElement.dataset.theme = theme
  document.documentElement.style.colorScheme = theme
  document.documentElement.lang = stored.language === 'en_US' ? 'en' : 'zh-CN'
})()
