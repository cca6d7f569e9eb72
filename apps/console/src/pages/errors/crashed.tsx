import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { messageOf } from '../../api/refusal.ts'
import { BrokenSeal } from '../../ui/art/broken-seal.tsx'
import { Blank } from '../../ui/blank.tsx'
import { monospace } from '../../ui/theme/create-theme.ts'

/** What browsers say when a file of the console is gone, mostly because a newer one was installed. */
const codeIsGone = (error: unknown): boolean =>
  error instanceof TypeError &&
  /dynamically imported module|module script|error loading/i.test(error.message)

/** A page that threw, or whose code did not arrive. */
export function CrashedPage({ error }: { readonly error: unknown }) {
  const { t } = useTranslation()
  const gone = codeIsGone(error)
  return (
    <Blank
      picture={<BrokenSeal />}
      title={t(gone ? 'failure.codeGoneTitle' : 'failure.crashedTitle')}
      sentence={t(gone ? 'failure.codeGone' : 'failure.crashed')}
      action={
        <>
          {!gone && (
            <Typography
              variant="caption"
              component="p"
              color="textSecondary"
              sx={{ fontFamily: monospace, mb: 6, overflowWrap: 'anywhere' }}
            >
              {messageOf(error)}
            </Typography>
          )}
          <Button variant="contained" onClick={() => location.reload()}>
            {t('failure.reload')}
          </Button>
        </>
      }
    />
  )
}
