import type { texts as Zh } from '../zh/security.ts'

/** The second step of a sign-in, and what proves who somebody is. */
export const texts: typeof Zh = {
  security: {
    title: 'Security',
    help: 'With an authenticator app, signing in with your password also asks for a code.',
    app: 'Authenticator app',
    appOff: 'Not set up',
    appOn: 'On. Recovery codes left: {{count}}',
    setUp: 'Set up authenticator app',
    setUpHelp: 'Scan the QR code with your authenticator app, or enter the key by hand.',
    qr: 'QR code for your authenticator app',
    secret: 'Key',
    code: 'Code',
    codeHelp: 'Enter the 6-digit code that the app shows.',
    turnOn: 'Turn on',
    recovery: 'Recovery codes',
    recoveryOnce:
      'If you lose your phone, sign in with one of these codes. Each works once. Save them now: they are not shown again.',
    download: 'Download',
    kept: 'I have saved them',
    renew: 'Create new recovery codes',
    renewTitle: 'Create new recovery codes?',
    renewHelp: 'Your current recovery codes stop working at once.',
    remove: 'Remove authenticator app',
    removeTitle: 'Remove the authenticator app?',
    removeHelp:
      'Signing in with your password no longer asks for a code. Your recovery codes stop working.',
    removed: 'Authenticator app removed',
    stepHelp: 'Enter the 6-digit code from your authenticator app.',
    recoveryHelp: 'Enter a recovery code that you have not used yet.',
    recoveryCode: 'Recovery code',
    useRecovery: 'Use a recovery code',
    useApp: 'Use a code from the app',
    verify: 'Verify',
    back: 'Back to sign-in',
  },
}
