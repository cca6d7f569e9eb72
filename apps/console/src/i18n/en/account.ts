import type { texts as Zh } from '../zh/account.ts'

/** Public pages around accounts, and links of apps. */
export const texts: typeof Zh = {
  account: {
    toLogin: 'Go to login',
    toAbout: 'About this site',
    signUp: 'Create account',
    signUpTo: 'Create an account on {{name}}',
    haveAccount: 'Already have an account? Log in',
    username: 'Username',
    usernameRule: '3 to 12 characters. You log in with it.',
    passwordRule: 'At least 8 characters.',
    passwordAgain: 'Confirm password',
    strengthIs: 'Password strength: {{strength}}',
    strength: { poor: 'poor', weak: 'weak', normal: 'normal', good: 'good', strong: 'strong' },
    email: 'Email',
    emailHelp: 'The code is sent to this address.',
    code: 'Verification code',
    getCode: 'Get code',
    sendAgain: 'Resend ({{seconds}})',
    codeSent: 'An email was sent to {{email}}. Its code is valid for 10 minutes.',
    sendLink: 'Send reset link',
    resetSent:
      'If {{email}} belongs to an account, an e-mail with a reset link is on its way. The link is valid for 30 minutes.',
    setPassword: 'Set new password',
    keptTokens: 'Access tokens to keep',
    keptToken: '{{name}} (pat_…{{tail}})',
    keptTokensHelp:
      'Resetting the password deletes your access tokens. Tick those that your scripts still need and that you trust.',
    resetDone: 'Your password was reset. Log in with the new one.',
    registerClosed: 'Registration is closed',
    registerClosedHelp:
      'Accounts on {{name}} are created by the administrator. Ask for one, then log in.',
    resetTitle: 'Reset password',
    resetLinkBroken:
      'This link is missing the email or the verification code. It may have been copied incompletely.',
    forgot: 'Forgot your password?',
    redirecting: 'The operation failed and redirected to the login interface...',
    wechat: 'WeChat',
    lark: 'Lark',
    wechatSubmit: 'Sign in',
    continueWith: 'Continue with {{provider}}',
    or: 'or',
    returning: 'Signing in with {{provider}}',
    asking: 'Waiting for the answer…',
    askingAgain:
      'No answer came. Trying again in {{seconds}} s (attempt {{next}} of {{attempts}}).',
    cancelled: 'The sign-in with {{provider}} was cancelled',
    signedIn: 'Signed in',
    bound: '{{provider}} is connected to your account',
    wechatTitle: 'Sign in with WeChat',
    wechatHelp:
      'Scan the QR code, follow the official account and ask it for a verification code. The code is valid for 3 minutes.',
    wechatPicture: 'QR code of the official account',
    playgroundTitle: 'Log in to chat',
    playgroundLogin: 'Calls are charged to your account, so you need to log in first.',
  },
  jump: {
    title: 'Open the app',
    lead: 'This link opens an app on your device and may contain your API key. Continue only if the link is your own.',
    open: 'Open the app',
    siteTitle: 'Open the chat client',
    siteLead:
      'This link opens {{host}} and may contain your API key, which the operator of that site can read. Continue only if the link is your own.',
    openSite: 'Open the site',
    invalid: 'Invalid link',
    invalidHelp: 'Only chat clients supported by this site can be opened here.',
  },
}
