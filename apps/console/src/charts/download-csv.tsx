import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import { saveFile } from '../api/download.ts'
import { type CsvColumn, csvText } from './csv-text.ts'

type Props = {
  /** Of the chart; the file's name. */
  readonly title: string
  /** The steps in words. */
  readonly titles: readonly string[]
  readonly columns: readonly CsvColumn[]
}

/** The figures of a chart as a file. */
export function DownloadCsv({ title, titles, columns }: Props) {
  const { t } = useTranslation()
  return (
    <Button
      size="small"
      aria-label={t('chart.downloadOf', { title })}
      onClick={() =>
        saveFile(
          new Blob([csvText(t('chart.time'), titles, columns)], { type: 'text/csv' }),
          `${title}.csv`,
        )
      }
    >
      {t('chart.download')}
    </Button>
  )
}
