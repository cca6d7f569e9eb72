import type { texts as Zh } from '../zh/account.ts'

/** Public pages around accounts, and links of apps. */
export const texts: typeof Zh = {
  account: {
    toLogin: 'Go to the login',
    toAbout: 'About this site',
    registerClosed: 'Registration is closed here',
    registerClosedHelp:
      'Accounts of {{name}} are opened by its administrator. Ask for one, then log in.',
    resetTitle: 'Reset password',
    resetByAdmin:
      '{{name}} sends no reset mails. Ask the administrator to set a new password for you.',
    resetLinkBroken: 'This address lacks the e-mail or the proof: it may be cut.',
    forgot: 'Forgot your password?',
    providerOff: '{{provider}} login is not enabled',
    providerOffHelp:
      'This site has no {{provider}} login; no account changed. Log in with a username and password.',
    redirecting: 'The operation failed and redirected to the login interface...',
    playgroundTitle: 'Log in to chat',
    playgroundLogin: 'Every call is charged to an account, so there has to be one.',
  },
  jump: {
    title: 'Open the app',
    lead: 'This link opens an app on your device and may carry your key. Go on if it is your own.',
    open: 'Open the app',
    invalid: 'Invalid link',
    invalidHelp: 'Only chat apps that this site supports open here.',
  },
}
