import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useSite } from '../stores/site.ts'
import { SealMark } from '../ui/seal-mark.tsx'

/** The site's logo and name; the seal stands in until an operator sets their own. */
export function SiteLogo() {
  const { logo, system_name: name } = useSite((site) => site.info)
  const isLoading = useSite((site) => site.isLoading)
  return (
    <Box
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 2,
        visibility: isLoading ? 'hidden' : 'visible',
      }}
    >
      {logo === '' ? (
        <SealMark size={28} />
      ) : (
        <Box
          component="img"
          src={logo}
          alt=""
          sx={{ height: 28, maxWidth: 120, objectFit: 'contain' }}
        />
      )}
      <Typography component="span" variant="h3" noWrap sx={{ color: 'text.primary' }}>
        {name}
      </Typography>
    </Box>
  )
}
