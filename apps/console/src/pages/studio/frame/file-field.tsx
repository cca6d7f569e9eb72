import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormHelperText from '@mui/material/FormHelperText'
import Typography from '@mui/material/Typography'
import { IconX } from '@tabler/icons-react'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { randomId } from '../../../lib/random-id.ts'
import { IconAction } from '../../../ui/icon-action.tsx'
import { radius } from '../../../ui/theme/radius.ts'
import type { StudioFile } from './studio.ts'

type Props = {
  readonly label: string
  /** Of the form. */
  readonly field: string
  /** Types that the chooser offers, such as `image/png,image/jpeg`. Others are refused. */
  readonly accept: string
  readonly most: number
  readonly bytesMost: number
  readonly files: readonly StudioFile[]
  readonly onFiles: (files: readonly StudioFile[]) => void
  readonly fault?: string | undefined
  /** Beside the button, such as a recorder. */
  readonly children?: ReactNode
}

const isAccepted = (accept: string, { type, name }: { type: string; name: string }): boolean =>
  accept.split(',').some((one) => {
    const wanted = one.trim().toLowerCase()
    if (wanted.endsWith('/*')) return type.startsWith(wanted.slice(0, -1))
    return wanted.startsWith('.') ? name.toLowerCase().endsWith(wanted) : type === wanted
  })

/** Takes files that are right, and says what is wrong with the others. */
function useTaking({ field, accept, most, bytesMost, files, onFiles }: Props) {
  const { t } = useTranslation()
  const [refused, setRefused] = useState('')
  const take = (given: readonly File[]): void => {
    const wrong = given.find((file) => !isAccepted(accept, file))
    const large = given.find(({ size }) => size > bytesMost)
    const room = most - (most === 1 ? 0 : files.length)
    if (wrong !== undefined) return setRefused(t('studio.wrongKind', { name: wrong.name }))
    if (large !== undefined) {
      const megabytes = Math.floor(bytesMost / 1024 / 1024)
      return setRefused(t('studio.tooLarge', { name: large.name, megabytes }))
    }
    setRefused(given.length > room ? t('studio.tooMany', { most }) : '')
    const added = given
      .slice(0, room)
      .map((file) => ({ id: randomId(), field, name: file.name, blob: file }))
    onFiles(most === 1 ? added : [...files, ...added])
  }
  return { take, refused }
}

/** Files to choose, to drop or to paste. */
export function FileField(props: Props) {
  const { label, files, onFiles, fault } = props
  const [over, setOver] = useState(false)
  const { take, refused } = useTaking(props)
  const below = refused === '' ? (fault ?? '') : refused
  const colour = over ? 'primary.main' : 'divider'
  return (
    <Box
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        take([...event.dataTransfer.files])
      }}
      onPaste={(event) => {
        if (event.clipboardData.files.length > 0) take([...event.clipboardData.files])
      }}
      sx={{
        border: '1px dashed',
        borderColor: below === '' ? colour : 'error.main',
        borderRadius: radius('control'),
        p: 3,
      }}
    >
      <Typography variant="body2" color="textSecondary" sx={{ mb: 2 }}>
        {label}
      </Typography>
      {files.length > 0 && <Chosen files={files} onFiles={onFiles} />}
      <Chooser {...props} take={take} />
      {below !== '' && <FormHelperText error>{below}</FormHelperText>}
    </Box>
  )
}

type ChooserProps = Pick<Props, 'label' | 'accept' | 'most' | 'children'> & {
  readonly take: (files: readonly File[]) => void
}

function Chooser({ label, accept, most, children, take }: ChooserProps) {
  const { t } = useTranslation()
  const chooser = useRef<HTMLInputElement>(null)
  return (
    <Box sx={{ display: 'flex', gap: 2, flexWrap: 'wrap' }}>
      <Button size="small" variant="outlined" onClick={() => chooser.current?.click()}>
        {t('studio.choose')}
      </Button>
      {children}
      <input
        ref={chooser}
        type="file"
        accept={accept}
        multiple={most > 1}
        aria-label={label}
        onChange={(event) => {
          take([...(event.target.files ?? [])])
          event.target.value = ''
        }}
        hidden
      />
    </Box>
  )
}

function Chosen({ files, onFiles }: Pick<Props, 'files' | 'onFiles'>) {
  const { t } = useTranslation()
  return (
    <Box
      component="ul"
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, listStyle: 'none', p: 0, mt: 0, mb: 2 }}
    >
      {files.map((file) => (
        <Box
          component="li"
          key={file.id}
          sx={{ display: 'flex', alignItems: 'center', gap: 1, minWidth: 0 }}
        >
          <Preview file={file} />
          <IconAction
            label={t('studio.removeFile', { name: file.name })}
            onClick={() => onFiles(files.filter(({ id }) => id !== file.id))}
          >
            <IconX size={16} stroke={1.5} />
          </IconAction>
        </Box>
      ))}
    </Box>
  )
}

function Preview({ file }: { readonly file: StudioFile }) {
  const { blob, name } = file
  const address = useMemo(() => URL.createObjectURL(blob), [blob])
  useEffect(() => () => URL.revokeObjectURL(address), [address])
  if (blob.type.startsWith('image/')) {
    return (
      <Box
        component="img"
        src={address}
        alt={name}
        sx={{ height: 56, width: 56, objectFit: 'cover', borderRadius: radius('chip') }}
      />
    )
  }
  return (
    <Typography variant="body2" noWrap sx={{ maxWidth: 220 }}>
      {name}
    </Typography>
  )
}
