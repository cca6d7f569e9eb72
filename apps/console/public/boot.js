// Sets theme and language on the document before anything is painted. The stores keep them after.
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
