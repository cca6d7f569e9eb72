import { priceCalls } from '@posthouse/contract/calls/prices'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { faultText } from '@posthouse/contract/field-messages'
import type { FetchedPrices, PriceDifference, SyncMode } from '@posthouse/contract/price-work'
import { type FormEvent, useId, useState, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldsOf, messageOf, notifyFailure } from '../../api/refusal.ts'
import { useWrite, write } from '../../api/use-call.ts'
import { contractLanguage } from '../../i18n/index.ts'
import { useConfirm } from '../../stores/confirm.ts'
import { Differences } from './differences.tsx'
import { saveAsked, steepNames } from './save-prices.ts'
import { priceReads, tellPrices } from './price-store.ts'

/** Reads a list of prices, shows how it differs, and takes it over in one of three ways. */
export function FetchDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation()
  const titleId = useId()
  const small = useMediaQuery('(max-width:600px)', { noSsr: true })
  const fetched = useWrite(priceCalls, 'fetchPrices', { quiet: true })
  const [tooEarly, setTooEarly] = useState(false)
  const atField = fieldsOf(fetched.error)['url']
  const fetch = (body: Parameters<typeof fetched.mutate>[0]['body']) => {
    setTooEarly(false)
    fetched.mutate({ body })
  }
  return (
    <Dialog
      open
      onClose={onClose}
      fullWidth
      fullScreen={small}
      maxWidth="md"
      aria-labelledby={titleId}
    >
      <DialogTitle id={titleId} component="h2" variant="h2">
        {t('pricing.fetch')}
      </DialogTitle>
      <DialogContent dividers>
        <Typography color="textSecondary" sx={{ mb: 3 }}>
          {t('pricing.fetchHelp')}
        </Typography>
        <AddressForm fault={atField} busy={fetched.isPending} onFetch={(url) => fetch({ url })} />
        <FileButton onFile={(file) => fetch({ url: '', file })} />
        {fetched.error !== null && atField === undefined && (
          <Alert severity="error" sx={{ mt: 3 }}>
            {messageOf(fetched.error)}
          </Alert>
        )}
        {tooEarly && <FetchFirst />}
        {fetched.data !== undefined && <Differences fetched={fetched.data} />}
      </DialogContent>
      <DialogActions sx={{ flexWrap: 'wrap', gap: 1 }}>
        <Button onClick={onClose}>{t('action.close')}</Button>
        {fetched.data === undefined ? (
          <Button variant="outlined" disabled={fetched.isPending} onClick={() => setTooEarly(true)}>
            {t('pricing.takeOver')}
          </Button>
        ) : (
          <Modes fetched={fetched.data} onDone={onClose} />
        )}
      </DialogActions>
    </Dialog>
  )
}

const FetchFirst = () => (
  <Alert severity="error" sx={{ mt: 3 }}>
    {faultText('price.fetch-first', contractLanguage())}
  </Alert>
)

type AddressProps = {
  readonly fault: string | undefined
  readonly busy: boolean
  readonly onFetch: (url: string) => void
}

const example = 'https://models.dev/api.json'

function AddressForm({ fault, busy, onFetch }: AddressProps) {
  const { t } = useTranslation()
  const [url, setUrl] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onFetch(url)
  }
  return (
    <Box
      component="form"
      noValidate
      onSubmit={submit}
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'flex-start' }}
    >
      <TextField
        label={t('pricing.address')}
        value={url}
        placeholder={example}
        onChange={({ target }) => setUrl(target.value)}
        error={fault !== undefined}
        helperText={fault ?? t('pricing.addressHelp')}
        sx={{ flex: 1, minWidth: 240 }}
        slotProps={{ htmlInput: { inputMode: 'url' }, inputLabel: { shrink: true } }}
      />
      <Button type="submit" variant="contained" loading={busy} sx={{ mt: 1 }}>
        {t('pricing.fetchNow')}
      </Button>
    </Box>
  )
}

type FileProps = {
  readonly onFile: (file: { readonly name: string; readonly text: string }) => void
}

/** A file that was exported here, with what was changed in it. */
function FileButton({ onFile }: FileProps) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button size="small" sx={{ mt: 2 }} onClick={() => input.current?.click()}>
        {t('pricing.fromFile')}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept=".csv,.json"
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file !== undefined) void file.text().then((text) => onFile({ name: file.name, text }))
          target.value = ''
        }}
      />
    </>
  )
}

type ModesProps = { readonly fetched: FetchedPrices; readonly onDone: () => void }

/** Each way says how many entries it changes. */
function Modes({ fetched, onDone }: ModesProps) {
  const { t } = useTranslation()
  const [busy, setBusy] = useState(false)
  const { differences, prices, source } = fetched
  const count = (isMeant: (one: PriceDifference) => boolean) => differences.filter(isMeant).length
  const isFree = ({ before }: PriceDifference): boolean => before?.locked !== true
  const added = count(({ kind }) => kind === 'new')
  const changed = count((one) => one.kind === 'changed' && isFree(one))
  const gone = count((one) => one.kind === 'gone' && isFree(one))
  const steep = differences.filter((one) => one.suspicious && isFree(one))
  const sync = async (updateMode: SyncMode) => {
    setBusy(true)
    try {
      const input = { query: { updateMode, source }, body: prices }
      const writing = { changes: priceReads, quiet: true }
      const done = await write(priceCalls, 'syncPrices', input, writing)
      tellPrices(t('pricing.synced', { count: done.changed }), done.batch)
      onDone()
    } finally {
      setBusy(false)
    }
  }
  const overwrite = () =>
    useConfirm.getState().ask({
      title: t('pricing.overwriteTitle'),
      consequences: [
        t('pricing.overwriteConsequence', { added, changed, gone }),
        t('pricing.overwriteLocked'),
        ...(steep.length === 0 ? [] : [t('pricing.steepConsequence')]),
      ],
      ...steepNames(steep),
      action: t('pricing.overwrite'),
      run: () => sync('overwrite'),
    })
  return (
    <>
      <Button color="error" disabled={busy || added + changed + gone === 0} onClick={overwrite}>
        {t('pricing.overwrite')}
      </Button>
      <Button
        disabled={busy || changed === 0}
        onClick={() => void saveAsked(steep, () => sync('update')).catch(notifyFailure)}
      >
        {t('pricing.update', { count: changed })}
      </Button>
      <Button
        variant="contained"
        disabled={busy || added === 0}
        onClick={() => void sync('add').catch(notifyFailure)}
      >
        {t('pricing.addNew', { count: added })}
      </Button>
    </>
  )
}
