import { FILES } from './files.ts'

/** The way in which a program reads a file. */
export type Verdict = 'as meant' | 'with an option' | 'wrong' | 'not read'

/** A program that reads files. */
export interface Program {
  name: string
  /** The version that was tried. */
  version: string
  /** The command that runs a line; by default a shell. */
  run?: string[]
  /** The programs or files that are required, a package of Node.js, or packages of R. */
  needs: { executables: string[] } | { package: string } | { ofR: string[] }
  /** How to install it. */
  install: string
  /** True for a program that CI does not install, because of its size. */
  isLarge?: true
}

/** A program and a file, and the line with which the program reads it. */
export interface Cell {
  file: keyof typeof FILES
  line: string
  verdict: Verdict
  /** For a file that is misread or refused: a part of the program's output. */
  printed?: string
  /** True if the program prints the whole file. */
  isWhole?: true
  /** Advice for the reader. */
  remark?: string
}

const node = ['node', '--input-type=module', '-e']
const debian = (name: string) => `apt install ${name}`
const bundled = 'npm ci'
const noSave = (name: string) => `npm install --no-save ${name}`

const FIELDS = 'rate_date, base, quote, value'
const SDMX_FIELDS = 'TIME_PERIOD, CURRENCY_DENOM, CURRENCY, OBS_VALUE'
const ofPandas = (fields: string) => `[[${fields.replaceAll(/\w+/g, '"$&"')}]].to_csv(index=False)`
const ofR = (fields: string) => `[c(${fields.replaceAll(/\w+/g, '"$&"')})]`

const pandas = (read: string, fields = FIELDS) => `import pandas as p; print(p.${read}${ofPandas(fields)})`
const inR = (read: string, fields = FIELDS) => `options(digits = 15); print(${read}${ofR(fields)})`
const calc = (filter: string, file: string) =>
  `soffice --headless ${filter && `--infilter='CSV:${filter},34,76,1,,${filter === '59' ? 1031 : 1033},false,true' `}--convert-to 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,false' --outdir calc ${file} > calc.log && cat calc/${file.replace(/\w+$/, 'csv')}`
const gnumeric = (file: string) => `ssconvert -T Gnumeric_stf:stf_csv ${file} fd://1`
const psql = (columns: string, from: string, select: string) =>
  `psql "$DATABASE_URL" -qAF, -c "create temp table t (${columns})" -c "\\copy t from ${from}" -c "select ${select} from t"`

/** The programs, and the files that were tested with them. */
export const PROGRAMS: ReadonlyArray<Program & { cells: Cell[] }> = [
  {
    name: 'LibreOffice Calc',
    version: '7.4.7',
    needs: { executables: ['csvcut', 'soffice'] },
    install: debian('libreoffice-calc csvkit'),
    isLarge: true,
    cells: [
      {
        file: 'rates.csv',
        line: calc('44', 'rates.csv'),
        verdict: 'with an option',
        remark:
          'In the dialogue: UTF-8, comma, and "detect special numbers" for the dates. A conversion without a filter reads Windows-1252, in spite of the byte-order mark.'
      },
      { file: 'wide.csv', line: calc('44', 'wide.csv'), verdict: 'with an option' },
      {
        file: 'comma.csv',
        line: calc('59', 'comma.csv'),
        verdict: 'with an option',
        remark: 'Language German; in English, 183,184 is 183184 and 5,0947 is text.'
      },
      { file: 'rates.xlsx', line: calc('', 'rates.xlsx'), verdict: 'as meant' },
      {
        file: 'sdmx.csv',
        line: `${calc('44', 'sdmx.csv')} | csvcut -c ${SDMX_FIELDS.replaceAll(' ', '')}`,
        verdict: 'with an option'
      }
    ]
  },
  {
    name: 'Gnumeric',
    version: '1.12.55',
    needs: { executables: ['csvcut', 'ssconvert'] },
    install: debian('gnumeric csvkit'),
    isLarge: true,
    cells: [
      { file: 'rates.csv', line: gnumeric('rates.csv'), verdict: 'as meant' },
      { file: 'wide.csv', line: gnumeric('wide.csv'), verdict: 'as meant' },
      {
        file: 'comma.csv',
        line: gnumeric('comma.csv'),
        verdict: 'not read',
        printed: 'reference;183,184',
        remark: 'A row becomes one or two cells. Use the file with decimal points.'
      },
      { file: 'rates.xlsx', line: gnumeric('rates.xlsx'), verdict: 'as meant' },
      {
        file: 'sdmx.csv',
        line: `${gnumeric('sdmx.csv')} | csvcut -c ${SDMX_FIELDS.replaceAll(' ', '')}`,
        verdict: 'as meant'
      }
    ]
  },
  {
    name: 'SheetJS (`@e965/xlsx`)',
    version: '0.20.3',
    run: ['node', '-e'],
    needs: { package: '@e965/xlsx' },
    install: bundled,
    cells: [
      {
        file: 'rates.csv',
        line: `const X = require('@e965/xlsx'); console.log(X.utils.sheet_to_csv(X.readFile('rates.csv').Sheets.Sheet1))`,
        verdict: 'as meant'
      },
      {
        file: 'wide.csv',
        line: `const X = require('@e965/xlsx'); console.log(X.utils.sheet_to_csv(X.readFile('wide.csv').Sheets.Sheet1))`,
        verdict: 'as meant'
      },
      {
        file: 'comma.csv',
        line: `const X = require('@e965/xlsx'); for (const r of X.utils.sheet_to_json(X.readFile('comma.csv').Sheets.Sheet1)) console.log(r.rate_date, r.base, r.quote, r.value)`,
        verdict: 'wrong',
        printed: 'EUR JPY 183184',
        remark: 'A comma before three digits is read as a thousands separator. Use the file with decimal points.'
      },
      {
        file: 'rates.xlsx',
        line: `const X = require('@e965/xlsx'); for (const r of X.utils.sheet_to_json(X.readFile('rates.xlsx', { cellDates: true, UTC: true }).Sheets.rates)) console.log(r.rate_date.toISOString(), r.base, r.quote, r.value)`,
        verdict: 'with an option',
        remark: 'Without `cellDates` a date is its serial number, 46085.'
      },
      {
        file: 'rates.xml',
        line: `const X = require('@e965/xlsx'); console.log(X.utils.sheet_to_csv(X.readFile('rates.xml').Sheets.Sheet1))`,
        verdict: 'not read',
        printed: 'TypeError',
        remark: 'It reads only spreadsheet XML.'
      }
    ]
  },
  {
    name: 'ExcelJS',
    version: '4.4.0',
    run: node,
    needs: { package: 'exceljs' },
    install: bundled,
    cells: [
      {
        file: 'rates.xlsx',
        line: `import E from 'exceljs'; const w = await new E.Workbook().xlsx.readFile('rates.xlsx'); w.worksheets[0].eachRow((r, at) => at > 1 && console.log(r.getCell(2).value.toISOString(), r.getCell(3).value, r.getCell(4).value, r.getCell(6).value))`,
        verdict: 'as meant'
      },
      {
        file: 'rates.csv',
        line: `import E from 'exceljs'; const s = await new E.Workbook().csv.readFile('rates.csv'); s.eachRow((r, at) => at > 1 && console.log(r.getCell(2).value.toISOString(), r.getCell(3).value, r.getCell(4).value, r.getCell(6).value))`,
        verdict: 'as meant'
      }
    ]
  },
  {
    name: 'readxl (R)',
    version: '1.4.2',
    run: ['Rscript', '-e'],
    needs: { ofR: ['readxl'] },
    install: debian('r-cran-readxl'),
    isLarge: true,
    cells: [{ file: 'rates.xlsx', line: inR('as.data.frame(readxl::read_excel("rates.xlsx"))'), verdict: 'as meant' }]
  },
  {
    name: 'openxlsx (R)',
    version: '4.2.5.2',
    run: ['Rscript', '-e'],
    needs: { ofR: ['openxlsx'] },
    install: debian('r-cran-openxlsx'),
    isLarge: true,
    cells: [
      {
        file: 'rates.xlsx',
        line: inR('openxlsx::read.xlsx("rates.xlsx", detectDates = TRUE)'),
        verdict: 'with an option',
        remark: 'Without `detectDates` a date is its serial number, 46085.'
      }
    ]
  },
  {
    name: 'R',
    version: '4.2.2, jsonlite 1.8.4, XML 3.99',
    run: ['Rscript', '-e'],
    needs: { ofR: ['jsonlite', 'XML'] },
    install: debian('r-base-core r-cran-jsonlite r-cran-xml'),
    isLarge: true,
    cells: [
      {
        file: 'rates.csv',
        line: inR('read.csv("rates.csv")'),
        verdict: 'as meant',
        remark:
          'R prints seven digits unless `digits` says otherwise; it reads all. In a locale other than UTF-8, add `fileEncoding = "UTF-8-BOM"`.'
      },
      { file: 'wide.csv', line: 'options(digits = 15, width = 500); print(read.csv("wide.csv"))', verdict: 'as meant' },
      { file: 'comma.csv', line: inR('read.csv2("comma.csv")'), verdict: 'as meant' },
      { file: 'rates.json', line: inR('jsonlite::fromJSON("rates.json")$rates'), verdict: 'as meant' },
      {
        file: 'rates.ndjson',
        line: inR('jsonlite::stream_in(file("rates.ndjson"), verbose = FALSE)'),
        verdict: 'as meant'
      },
      {
        file: 'rates.xml',
        line: inR('XML::xmlToDataFrame(XML::getNodeSet(XML::xmlParse("rates.xml"), "//rate"))'),
        verdict: 'as meant',
        remark: '`xmlToDataFrame("rates.xml")` fails, because the rows are one level deeper.'
      },
      { file: 'sdmx.csv', line: inR('read.csv("sdmx.csv")', SDMX_FIELDS), verdict: 'as meant' }
    ]
  },
  {
    name: 'rsdmx (R)',
    version: '0.6-6',
    run: ['Rscript', '-e'],
    needs: { ofR: ['rsdmx'] },
    install: 'Rscript -e \'install.packages("rsdmx")\'',
    isLarge: true,
    cells: [
      {
        file: 'generic.xml',
        line: inR(
          'as.data.frame(rsdmx::readSDMX("generic.xml", isURL = FALSE))',
          'obsTime, CURRENCY_DENOM, CURRENCY, obsValue'
        ),
        verdict: 'as meant'
      },
      {
        file: 'specific.xml',
        line: inR('as.data.frame(rsdmx::readSDMX("specific.xml", isURL = FALSE))', SDMX_FIELDS),
        verdict: 'as meant',
        remark: 'Figures are text; convert them with `as.numeric`.'
      },
      {
        file: 'sdmx.json',
        line: 'rsdmx::readSDMX("sdmx.json", isURL = FALSE)',
        verdict: 'not read',
        printed: 'XML content does not seem to be XML'
      },
      {
        file: 'withdrawn.xml',
        line: 'cat(nrow(as.data.frame(rsdmx::readSDMX("withdrawn.xml", isURL = FALSE))), "rows")',
        verdict: 'wrong',
        printed: '2 rows',
        remark:
          'A withdrawn figure, in a data set with the action `Delete`, is a row like the valid one. Ask without `updatedAfter` and `includeHistory`.'
      }
    ]
  },
  {
    name: 'pandas',
    version: '1.5.3',
    run: ['/usr/bin/python3', '-c'],
    needs: { executables: ['python3-pandas', 'python3-openpyxl', 'python3-lxml'].map((it) => `/usr/share/doc/${it}`) },
    install: debian('python3-pandas python3-openpyxl python3-lxml'),
    isLarge: true,
    cells: [
      { file: 'rates.csv', line: pandas('read_csv("rates.csv", parse_dates=["rate_date"])'), verdict: 'as meant' },
      {
        file: 'wide.csv',
        line: 'import pandas as p; print(p.read_csv("wide.csv", parse_dates=["rate_date"]).to_csv(index=False))',
        verdict: 'as meant'
      },
      {
        file: 'comma.csv',
        line: pandas('read_csv("comma.csv", sep=";", decimal=",")'),
        verdict: 'with an option',
        remark: 'Without `decimal` the figures are text.'
      },
      { file: 'rates.xlsx', line: pandas('read_excel("rates.xlsx")'), verdict: 'as meant' },
      {
        file: 'rates.xml',
        line: pandas('read_xml("rates.xml", xpath="//rate")'),
        verdict: 'with an option'
      },
      {
        file: 'rates.json',
        line: `import json, pandas as p; print(p.DataFrame(json.load(open("rates.json"))["rates"])${ofPandas(FIELDS)})`,
        verdict: 'as meant',
        remark: '`read_json` by itself returns a column of objects.'
      },
      {
        file: 'rates.ndjson',
        line: pandas('read_json("rates.ndjson", lines=True, precise_float=True)'),
        verdict: 'with an option',
        remark: 'Without `precise_float` a figure can differ in its 16th digit.'
      },
      { file: 'sdmx.csv', line: pandas('read_csv("sdmx.csv")', SDMX_FIELDS), verdict: 'as meant' },
      {
        file: 'rates.parquet',
        line: 'import pandas as p; p.read_parquet("rates.parquet")',
        verdict: 'not read',
        printed: 'Unable to find a usable engine',
        remark: 'Debian 12 has no engine for Parquet. Install `pyarrow` with pip.'
      }
    ]
  },
  {
    name: 'openpyxl',
    version: '3.0.9',
    run: ['/usr/bin/python3', '-c'],
    needs: { executables: ['/usr/share/doc/python3-openpyxl'] },
    install: debian('python3-openpyxl'),
    isLarge: true,
    cells: [
      {
        file: 'rates.xlsx',
        line: 'import openpyxl; [print(r[1].date(), r[2], r[3], r[5]) for r in openpyxl.load_workbook("rates.xlsx").active.iter_rows(min_row=2, values_only=True)]',
        verdict: 'as meant'
      }
    ]
  },
  {
    name: 'Python',
    version: '3',
    run: ['python3', '-c'],
    needs: { executables: ['python3'] },
    install: debian('python3'),
    cells: [
      {
        file: 'rates.csv',
        line: 'import csv; [print(r["rate_date"], r["base"], r["quote"], r["value"]) for r in csv.DictReader(open("rates.csv", encoding="utf-8-sig"))]',
        verdict: 'with an option',
        remark: 'With `encoding="utf-8"` the first column is named `\\ufeffbank`; `bom=0` leaves the mark out.'
      },
      {
        file: 'wide.csv',
        line: 'import csv; [print(r["rate_date"], *n.split("_")[1:3], v) for r in csv.DictReader(open("wide.csv", encoding="utf-8-sig")) for n, v in r.items() if n != "rate_date"]',
        verdict: 'with an option'
      },
      {
        file: 'comma.csv',
        line: 'import csv; [print(r["rate_date"], r["base"], r["quote"], r["value"].replace(",", ".")) for r in csv.DictReader(open("comma.csv", encoding="utf-8-sig"), delimiter=";")]',
        verdict: 'with an option'
      },
      {
        file: 'rates.json',
        line: 'import json, decimal; [print(r["rate_date"], r["base"], r["quote"], r["value"]) for r in json.load(open("rates.json"), parse_float=decimal.Decimal)["rates"]]',
        verdict: 'as meant',
        remark: 'With `parse_float` the figures have the printed digits, 5.0940.'
      },
      {
        file: 'rates.ndjson',
        line: 'import json; [print(r["rate_date"], r["base"], r["quote"], r["value"]) for r in map(json.loads, open("rates.ndjson"))]',
        verdict: 'as meant'
      },
      {
        file: 'rates.xml',
        line: 'import xml.etree.ElementTree as e; [print(*(r.find(n).text for n in ("rate_date", "base", "quote", "value"))) for r in e.parse("rates.xml").iter("rate")]',
        verdict: 'as meant'
      },
      {
        file: 'specific.xml',
        line: 'import xml.etree.ElementTree as e; [print(o.get("TIME_PERIOD"), s.get("CURRENCY_DENOM"), s.get("CURRENCY"), o.get("OBS_VALUE")) for s in e.parse("specific.xml").iter("Series") for o in s]',
        verdict: 'as meant'
      },
      {
        file: 'sdmx.csv',
        line: 'import csv; [print(r["TIME_PERIOD"], r["CURRENCY_DENOM"], r["CURRENCY"], r["OBS_VALUE"]) for r in csv.DictReader(open("sdmx.csv"))]',
        verdict: 'as meant'
      }
    ]
  },
  {
    name: 'Node.js',
    version: '20.20.2, csv-parse 6.2.1, fast-xml-parser 5.12.1',
    run: node,
    needs: { package: 'csv-parse' },
    install: bundled,
    cells: [
      {
        file: 'rates.csv',
        line: `import { readFileSync } from 'node:fs'; import { parse } from 'csv-parse/sync'; for (const r of parse(readFileSync('rates.csv'), { bom: true, columns: true })) console.log(r.rate_date, r.base, r.quote, r.value)`,
        verdict: 'with an option',
        remark: 'Without `bom` the first column has another name.'
      },
      {
        file: 'rates.json',
        line: `import { readFileSync } from 'node:fs'; for (const r of JSON.parse(readFileSync('rates.json')).rates) console.log(r.rate_date, r.base, r.quote, r.value)`,
        verdict: 'as meant'
      },
      {
        file: 'rates.ndjson',
        line: `import { readFileSync } from 'node:fs'; for (const r of readFileSync('rates.ndjson', 'utf8').trim().split('\\n').map(JSON.parse)) console.log(r.rate_date, r.base, r.quote, r.value)`,
        verdict: 'as meant'
      },
      {
        file: 'rates.xml',
        line: `import { readFileSync } from 'node:fs'; import { XMLParser } from 'fast-xml-parser'; for (const r of new XMLParser().parse(readFileSync('rates.xml')).response.rates.rate) console.log(r.rate_date, r.base, r.quote, r.value)`,
        verdict: 'as meant'
      },
      {
        file: 'specific.xml',
        line: `import { readFileSync } from 'node:fs'; import { XMLParser } from 'fast-xml-parser'; const p = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '', isArray: (it) => it === 'Obs' }); for (const s of p.parse(readFileSync('specific.xml'))['message:StructureSpecificData']['message:DataSet'].Series) for (const o of s.Obs) console.log(o.TIME_PERIOD, s.CURRENCY_DENOM, s.CURRENCY, o.OBS_VALUE)`,
        verdict: 'as meant'
      },
      {
        file: 'sdmx.csv',
        line: `import { readFileSync } from 'node:fs'; import { parse } from 'csv-parse/sync'; for (const r of parse(readFileSync('sdmx.csv'), { columns: true })) console.log(r.TIME_PERIOD, r.CURRENCY_DENOM, r.CURRENCY, r.OBS_VALUE)`,
        verdict: 'as meant'
      }
    ]
  },
  {
    name: 'hyparquet',
    version: '1.31.5',
    run: node,
    needs: { package: 'hyparquet' },
    install: bundled,
    cells: [
      {
        file: 'rates.parquet',
        line: `import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet'; for (const r of await parquetReadObjects({ file: await asyncBufferFromFile('rates.parquet') })) console.log(r.rate_date.toISOString(), r.base, r.quote, r.value)`,
        verdict: 'wrong',
        printed: 'EUR USD 1.1500000000000001',
        remark: 'A decimal is converted to the product of two doubles.'
      },
      {
        file: 'rates.parquet',
        line: `import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet'; for (const r of await parquetReadObjects({ file: await asyncBufferFromFile('rates.parquet') })) console.log(r.rate_date.toISOString(), r.base, r.quote, r.value.toFixed(r.value_decimals))`,
        verdict: 'with an option'
      }
    ]
  },
  {
    name: 'DuckDB',
    version: '1.5.6',
    run: ['node', 'duckdb.mjs'],
    needs: { package: '@duckdb/node-api' },
    install: noSave('@duckdb/node-api'),
    cells: [
      {
        file: 'rates.csv',
        line: `select ${FIELDS} from 'rates.csv'`,
        verdict: 'as meant',
        remark: 'Figures are doubles; `types = {value: decimal(30, 10)}` keeps them exact.'
      },
      { file: 'wide.csv', line: "from 'wide.csv'", verdict: 'as meant' },
      {
        file: 'comma.csv',
        line: `select ${FIELDS} from read_csv('comma.csv', decimal_separator = ',')`,
        verdict: 'with an option',
        remark: 'Without this option, the figures are text.'
      },
      {
        file: 'rates.json',
        line: `select it.rate_date, it.base, it.quote, it.value from (select unnest(rates) as it from 'rates.json')`,
        verdict: 'as meant'
      },
      { file: 'rates.ndjson', line: `select ${FIELDS} from 'rates.ndjson'`, verdict: 'as meant' },
      { file: 'rates.parquet', line: `select ${FIELDS} from 'rates.parquet'`, verdict: 'as meant' },
      {
        file: 'rates.parquet',
        line: "select quote, approx_quantile(value, 0.5) as quartile from 'rates.parquet' where quote = 'USD' group by quote",
        verdict: 'wrong',
        printed: 'USD 1',
        remark: 'Calculates with whole numbers, as `summarize` does. Use `cast(value as double)`.'
      },
      { file: 'sdmx.csv', line: `select ${SDMX_FIELDS} from 'sdmx.csv'`, verdict: 'as meant' }
    ]
  },
  {
    name: 'SQLite',
    version: '3.40.1',
    needs: { executables: ['sqlite3'] },
    install: debian('sqlite3'),
    cells: [
      {
        file: 'rates.csv',
        line: `sqlite3 :memory: '.mode csv' '.import rates.csv rates' 'select ${FIELDS} from rates'`,
        verdict: 'as meant',
        remark:
          'Every column is text, so that 5.0940 and 5.094 differ in a join, with the extension for decimals too. Compare `cast(value as real)`.'
      },
      {
        file: 'wide.csv',
        line: `sqlite3 -header :memory: '.mode csv' '.headers on' '.import wide.csv wide' 'select * from wide'`,
        verdict: 'as meant',
        remark: 'A missing figure is an empty text, not null.'
      },
      {
        file: 'comma.csv',
        line: `sqlite3 :memory: '.separator ;' '.import comma.csv rates' 'select rate_date, base, quote, value + 0 from rates'`,
        verdict: 'wrong',
        printed: 'EUR;JPY;183\n',
        remark: 'Arithmetic uses only the digits before the comma.'
      },
      {
        file: 'comma.csv',
        line: `sqlite3 :memory: '.separator ;' '.import comma.csv rates' "select rate_date, base, quote, replace(value, ',', '.') + 0 from rates"`,
        verdict: 'with an option'
      },
      {
        file: 'rates.json',
        line: `sqlite3 :memory: "select it.value->>'rate_date', it.value->>'base', it.value->>'quote', it.value->>'value' from json_each(readfile('rates.json'), '$.rates') it"`,
        verdict: 'as meant'
      },
      {
        file: 'rates.ndjson',
        line: `sqlite3 :memory: 'create table lines (it)' '.mode ascii' '.separator "\\t" "\\n"' '.import rates.ndjson lines' "select it->>'rate_date', it->>'base', it->>'quote', it->>'value' from lines"`,
        verdict: 'as meant'
      },
      {
        file: 'sdmx.csv',
        line: `sqlite3 :memory: '.mode csv' '.import sdmx.csv rates' 'select ${SDMX_FIELDS} from rates'`,
        verdict: 'as meant'
      }
    ]
  },
  {
    name: 'psql',
    version: '15.18',
    needs: { executables: ['psql'] },
    install: debian('postgresql-client'),
    cells: [
      {
        file: 'rates.csv',
        line: psql(
          'bank text, rate_date date, base text, quote text, type text, value numeric, derived boolean, method text',
          "'rates.csv' csv header",
          FIELDS
        ),
        verdict: 'as meant',
        remark: 'A `numeric` keeps the printed digits.'
      },
      {
        file: 'wide.csv',
        line: psql(
          'rate_date date, EUR_IRR numeric, EUR_JPY numeric, EUR_RON numeric, EUR_USD numeric, IDR_EUR numeric',
          "'wide.csv' csv header",
          String.raw`rate_date, EUR_IRR \"EUR_IRR\", EUR_JPY \"EUR_JPY\", EUR_RON \"EUR_RON\", EUR_USD \"EUR_USD\", IDR_EUR \"IDR_EUR\"`
        ),
        verdict: 'as meant'
      },
      {
        file: 'comma.csv',
        line: psql(
          'bank text, rate_date date, base text, quote text, type text, value text, derived boolean, method text',
          "'comma.csv' csv header delimiter ';'",
          "rate_date, base, quote, replace(value, ',', '.')::numeric"
        ),
        verdict: 'with an option',
        remark: 'A `numeric` column refuses the comma.'
      },
      {
        file: 'rates.ndjson',
        line: psql('it jsonb', "'rates.ndjson'", "it->>'rate_date', it->>'base', it->>'quote', it->>'value'"),
        verdict: 'as meant'
      }
    ]
  },
  {
    name: 'Octave',
    version: '7.3.0',
    run: ['octave-cli', '--quiet', '--eval'],
    needs: { executables: ['octave-cli'] },
    install: debian('octave'),
    isLarge: true,
    cells: [
      {
        file: 'rates.csv',
        line: String.raw`f = fopen("rates.csv"); r = textscan(f, "%s %s %s %s %s %f %s %s", "Delimiter", ",", "HeaderLines", 1); for i = 1:rows(r{1}) printf("%s %s %s %.15g\n", r{2}{i}, r{3}{i}, r{4}{i}, r{6}(i)); end`,
        verdict: 'with an option'
      },
      {
        file: 'wide.csv',
        line: 'csvread("wide.csv", 1, 0)',
        verdict: 'wrong',
        printed: '2.0260e+03 - 3.0000e+00i',
        remark: 'A date is a complex number, and a missing figure 0. `textscan` with `%s` for the date reads the file:'
      },
      {
        file: 'wide.csv',
        line: String.raw`f = fopen("wide.csv"); h = fgetl(f); w = textscan(f, "%s %f %f %f %f %f", "Delimiter", ",", "EmptyValue", NaN); printf("%s\n", h); for i = 1:rows(w{1}) printf("%s %.15g %.15g %.15g %.15g %.15g\n", w{1}{i}, cellfun(@(c) c(i), w(2:end))); end`,
        verdict: 'with an option'
      },
      {
        file: 'comma.csv',
        line: 'disp(str2double("183,184"))',
        verdict: 'wrong',
        printed: '183184',
        remark: '`str2double` drops commas. Replace them first:'
      },
      {
        file: 'comma.csv',
        line: String.raw`f = fopen("comma.csv"); r = textscan(f, "%s %s %s %s %s %s %s %s", "Delimiter", ";", "HeaderLines", 1); v = str2double(strrep(r{6}, ",", ".")); for i = 1:rows(r{1}) printf("%s %s %s %.15g\n", r{2}{i}, r{3}{i}, r{4}{i}, v(i)); end`,
        verdict: 'with an option'
      },
      {
        file: 'rates.json',
        line: String.raw`r = jsondecode(fileread("rates.json")).rates; for i = 1:numel(r) printf("%s %s %s %.15g\n", r(i).rate_date, r(i).base, r(i).quote, r(i).value); end`,
        verdict: 'as meant'
      },
      {
        file: 'rates.ndjson',
        line: String.raw`for l = strsplit(strtrim(fileread("rates.ndjson")), "\n") r = jsondecode(l{1}); printf("%s %s %s %.15g\n", r.rate_date, r.base, r.quote, r.value); end`,
        verdict: 'as meant'
      }
    ]
  },
  {
    name: 'PSPP',
    version: '1.6.2',
    needs: { executables: ['pspp'] },
    install: debian('pspp'),
    isLarge: true,
    cells: [
      {
        file: 'rates.csv',
        line: 'pspp -O format=csv rates.sps',
        verdict: 'with an option',
        remark: 'The value has the format `f20.8`; the default of two decimals prints 0.00.'
      },
      { file: 'wide.csv', line: 'pspp -O format=csv wide.sps', verdict: 'with an option' },
      {
        file: 'comma.csv',
        line: 'pspp -O format=csv comma.sps',
        verdict: 'with an option',
        remark: 'The value has the format `dot20.8`.'
      },
      { file: 'sdmx.csv', line: 'pspp -O format=csv sdmx.sps', verdict: 'with an option' }
    ]
  },
  {
    name: 'Miller',
    version: '6.6.0',
    needs: { executables: ['mlr'] },
    install: debian('miller'),
    cells: [
      {
        file: 'rates.csv',
        line: 'mlr --icsv --opprint cut -of rate_date,base,quote,value rates.csv',
        verdict: 'as meant'
      },
      {
        file: 'wide.csv',
        line: "mlr --icsv --opprint reshape -r '^alpha' -o pair,value wide.csv",
        verdict: 'as meant'
      },
      {
        file: 'comma.csv',
        line: `mlr --icsv --ifs ';' --opprint put '$value = float(sub(string($value), ",", "."))' then cut -of rate_date,base,quote,value comma.csv`,
        verdict: 'with an option',
        remark: 'Without `sub` the figures are text.'
      },
      {
        file: 'rates.json',
        line: "mlr --ijson --opprint put -q 'for (r in $rates) { emit r }' then cut -of rate_date,base,quote,value rates.json",
        verdict: 'as meant'
      },
      {
        file: 'rates.ndjson',
        line: 'mlr --ijsonl --opprint cut -of rate_date,base,quote,value rates.ndjson',
        verdict: 'as meant'
      },
      {
        file: 'sdmx.csv',
        line: `mlr --icsv --opprint cut -of ${SDMX_FIELDS.replaceAll(' ', '')} sdmx.csv`,
        verdict: 'as meant'
      }
    ]
  },
  {
    name: 'csvkit',
    version: '1.0.7',
    needs: { executables: ['csvcut'] },
    install: debian('csvkit'),
    cells: [
      { file: 'rates.csv', line: 'csvsort -c rate_date rates.csv', verdict: 'as meant' },
      { file: 'wide.csv', line: 'csvsort -c rate_date wide.csv', verdict: 'as meant' },
      {
        file: 'comma.csv',
        line: "csvsort -d ';' -c rate_date comma.csv",
        verdict: 'wrong',
        printed: 'EUR,RON,reference,50940',
        remark: 'A comma is read as a thousands separator. Set the locale:'
      },
      { file: 'comma.csv', line: "csvsort -d ';' -L de_DE -c rate_date comma.csv", verdict: 'with an option' },
      { file: 'rates.xlsx', line: 'in2csv rates.xlsx', verdict: 'as meant' },
      { file: 'rates.json', line: 'in2csv -k rates rates.json', verdict: 'as meant' },
      { file: 'rates.ndjson', line: 'in2csv -f ndjson rates.ndjson', verdict: 'as meant' },
      { file: 'sdmx.csv', line: `csvsort sdmx.csv | csvcut -c ${SDMX_FIELDS.replaceAll(' ', '')}`, verdict: 'as meant' }
    ]
  },
  {
    name: 'jq',
    version: '1.6',
    needs: { executables: ['jq'] },
    install: debian('jq'),
    cells: [
      {
        file: 'rates.json',
        line: "jq -r '.rates[] | [.rate_date, .base, .quote, .value] | @tsv' rates.json",
        verdict: 'as meant'
      },
      {
        file: 'rates.ndjson',
        line: "jq -r '[.rate_date, .base, .quote, .value] | @tsv' rates.ndjson",
        verdict: 'as meant'
      },
      {
        file: 'sdmx.json',
        line: `jq -r '.data as $d | ($d.structures[0].dimensions | .series + .observation | map(.values)) as $v | $d.dataSets[0].series | to_entries[] | (.key | split(":") | map(tonumber)) as $k | .value.observations | to_entries[] | [$v[5][.key | tonumber].id, $v[2][$k[2]].id, $v[1][$k[1]].id, .value[0]] | @tsv' sdmx.json`,
        verdict: 'as meant'
      }
    ]
  },
  {
    name: 'xsltproc',
    version: '1.1.35',
    needs: { executables: ['xsltproc'] },
    install: debian('xsltproc'),
    cells: [
      { file: 'rates.xml', line: 'xsltproc rates.xsl rates.xml', verdict: 'as meant' },
      { file: 'generic.xml', line: 'xsltproc generic.xsl generic.xml', verdict: 'as meant' },
      { file: 'specific.xml', line: 'xsltproc specific.xsl specific.xml', verdict: 'as meant' }
    ]
  },
  {
    name: 'awk',
    version: 'mawk 1.3.4',
    needs: { executables: ['awk'] },
    install: debian('mawk'),
    cells: [
      { file: 'rates.csv', line: "awk -F, 'NR > 1 { print $2, $3, $4, $6 }' rates.csv", verdict: 'as meant' },
      {
        file: 'sdmx.csv',
        line: "awk -F, 'NR > 1 { print $7, $4, $3, $8 }' sdmx.csv",
        verdict: 'as meant',
        remark: 'Columns behind the figure can contain commas in quotation marks.'
      }
    ]
  },
  {
    name: 'hledger',
    version: '1.25',
    needs: { executables: ['hledger'] },
    install: debian('hledger'),
    cells: [
      {
        file: 'eur-jpy.hledger',
        line: 'hledger -f eur-jpy.hledger -f eur-usd.hledger -f idr-eur.hledger prices',
        verdict: 'as meant'
      },
      {
        file: 'eur-jpy.hledger',
        line: 'hledger -f book.journal prices | tr , .',
        verdict: 'as meant',
        remark:
          'The file is included in a journal with decimal commas; the program prints the figures in that notation.'
      },
      {
        file: 'eur-jpy.ledger',
        line: 'hledger -f eur-jpy.ledger -f eur-usd.ledger -f idr-eur.ledger prices',
        verdict: 'as meant'
      },
      {
        file: 'eur-jpy.beancount',
        line: 'hledger -f eur-jpy.beancount prices; echo end',
        verdict: 'not read',
        printed: 'end',
        remark: 'There is no error message.'
      }
    ]
  },
  {
    name: 'Ledger',
    version: '3.3.0',
    needs: { executables: ['ledger'] },
    install: debian('ledger'),
    cells: [
      { file: 'eur-jpy.ledger', line: 'ledger -f book.ledger prices', verdict: 'as meant' },
      { file: 'eur-jpy.hledger', line: 'ledger -f hledger-prices.ledger prices', verdict: 'as meant' },
      {
        file: 'eur-jpy.ledger',
        line: 'ledger -f comma.ledger prices',
        verdict: 'not read',
        printed: 'Incorrect use of thousand-mark period',
        remark: 'The file is included in a journal with decimal commas. Use `--price-db` instead:'
      },
      {
        file: 'eur-jpy.ledger',
        line: "ledger -f comma-alone.ledger --price-db eur-jpy.ledger --format '%(date)\\n' balance Assets -X JPY; ledger -f comma-alone.ledger --price-db eur-jpy.ledger balance Assets -X JPY",
        verdict: 'with an option',
        printed: '183.184,00 JPY',
        remark: 'A thousand euros are 183.184,00 yen.'
      }
    ]
  },
  {
    name: 'Beancount',
    version: '2.3.5',
    needs: { executables: ['bean-report'] },
    install: debian('beancount'),
    isLarge: true,
    cells: [
      {
        file: 'eur-jpy.beancount',
        line: 'cat eur-jpy.beancount eur-usd.beancount idr-eur.beancount > all.beancount; bean-report all.beancount all_prices',
        verdict: 'as meant'
      }
    ]
  },
  {
    name: 'GnuCash',
    version: '4.13',
    run: ['/usr/bin/python3'],
    needs: { executables: ['/usr/share/doc/python3-gnucash'] },
    install: debian('python3-gnucash'),
    isLarge: true,
    cells: [
      {
        file: 'rates.csv',
        line: 'gnucash-prices.py',
        verdict: 'as meant',
        remark:
          'With its Python library. In the program, File › Import › Import Prices from a CSV file reads the columns date, base, value and quote.'
      }
    ]
  },
  {
    name: 'sdmx-json-parser',
    version: '0.3.1',
    run: ['node', 'sdmx-json.mjs'],
    needs: { package: 'sdmx-json-parser' },
    install: noSave('sdmx-json-parser'),
    cells: [
      {
        file: 'sdmx.json',
        line: 'sdmx.json',
        verdict: 'as meant',
        remark: 'Version 2.0 of the format. It shows names instead of codes.'
      },
      {
        file: 'sdmx-months.json',
        line: 'sdmx-months.json',
        verdict: 'as meant',
        printed: '2026-03-04 EUR USD 1.1531 As published',
        remark:
          'Days beside monthly averages. A day without a comment would have that of a month, because the parser takes an absent attribute for its first value.'
      },
      {
        file: 'sdmx-1.json',
        line: 'sdmx-1.json',
        verdict: 'not read',
        printed: 'TypeError',
        remark: 'It expects version 2.0: `application/vnd.sdmx.data+json;version=2.0.0`.'
      }
    ]
  },
  {
    name: 'sdmx-rest',
    version: '2.20.0',
    run: ['node', '-e'],
    needs: { package: 'sdmx-rest' },
    install: noSave('sdmx-rest'),
    cells: (
      [
        ['generic.xml', 'application/vnd.sdmx.genericdata+xml;version=2.1'],
        ['specific.xml', 'application/vnd.sdmx.structurespecificdata+xml;version=2.1'],
        ['sdmx-1.json', 'application/vnd.sdmx.data+json;version=1.0.0'],
        ['sdmx.csv', 'application/vnd.sdmx.data+csv;version=1.0.0']
      ] as const
    ).map(([file, format]) => ({
      file,
      line: `const s = require('sdmx-rest'); const service = s.getService({ id: 'RB', url: process.env.RATEBOOK + '/sdmx/2.1', api: s.utils.ApiVersion.v1_5_0 }); s.request(s.getDataQuery({ flow: 'EXR_ALPHA', key: 'D....', start: '2026-03-04', end: '2026-03-05' }), service, { headers: { accept: '${format}', authorization: 'Bearer ' + process.env.KEY } }).then(console.log)`,
      verdict: 'as meant' as const,
      isWhole: true as const,
      remark: 'It gets the same answer as the requests above.'
    }))
  }
]

/** The results of a program with prices that it has read correctly, or with a publisher's own notation. */
export interface Behaviour {
  subject: string
  line: string
  printed: string
  remark: string
}

const DAY = '2026-03-18'
const [EUR, USD_100, EUR_100] = ['P 2026-03-18 EUR 1.1500 USD\\n', '100.00 USD', '100.00 EUR']
const book = (prices: string, amount: string) =>
  `printf '${prices}\\n${DAY} x\\n    Assets:A   ${amount}\\n    Equity\\n' |`
const LEGS = 'P 2026-03-17 USD 4.40 RON\\nP 2026-03-18 EUR 1.1500 USD\\nP 2026-03-18 EUR 5.0947 RON\\n'
const OPPOSITE = 'P 2026-03-18 USD 0.8000 EUR\\n'

export const VALUATIONS: ReadonlyArray<{ program: string; cells: Behaviour[] }> = [
  {
    program: 'Ledger',
    cells: [
      {
        subject: 'a cost on the day of a price',
        line: `${book(EUR, `${EUR_100} @ 1.20 USD`)} ledger -f - balance Assets -X USD`,
        printed: 'USD120',
        remark: 'The cost replaces the published price.'
      },
      {
        subject: 'a cost in brackets',
        line: `${book(EUR, `${EUR_100} (@) 1.20 USD`)} ledger -f - balance Assets -X USD`,
        printed: 'USD115',
        remark: '`(@)` is a price for this posting only.'
      },
      {
        subject: 'a direct price, and two newer ones through EUR',
        line: `${book(LEGS, USD_100)} ledger -f - balance Assets -X RON`,
        printed: 'RON443',
        remark: 'The newer prices override the published direct price, 440 RON. Load only the prices that you need.'
      },
      {
        subject: 'two opposite prices of a day',
        line: `${book(EUR + OPPOSITE, EUR_100)} ledger -f - balance Assets -X USD`,
        printed: 'USD125',
        remark: 'The program uses the later line, inverted. Load only one direction, or load it last.'
      },
      {
        subject: 'a currency that no posting has',
        line: `${book('P 2026-03-18 EUR 1.184 USD\\n', '100 EUR')} ledger -f - balance Assets -X USD`,
        printed: 'USD118 ',
        remark: 'The cents of 118.40 are cut off. Declare the format:'
      },
      {
        subject: 'a declared format',
        line: `${book('commodity USD\\n    format 1,000.00 USD\\n\\nP 2026-03-18 EUR 1.184 USD\\n', '100 EUR')} ledger -f - balance Assets -X USD`,
        printed: '118.40 USD',
        remark: ''
      }
    ]
  },
  {
    program: 'hledger',
    cells: [
      {
        subject: 'a cost on the day of a price',
        line: `${book(EUR, `${EUR_100} @ 1.20 USD`)} hledger -f - balance Assets -X USD --infer-market-prices`,
        printed: '115.0000 USD',
        remark: 'The program uses the published price; costs are prices only with `--infer-market-prices`.'
      },
      {
        subject: 'a direct price, and two newer ones through EUR',
        line: `${book(LEGS, USD_100)} hledger -f - balance Assets -X RON`,
        printed: '440.0000 RON',
        remark: 'The program uses the direct price.'
      },
      {
        subject: 'two opposite prices of a day',
        line: `${book(EUR + OPPOSITE, EUR_100)} hledger -f - balance Assets -X USD`,
        printed: '115.0000 USD',
        remark: 'The program uses the direct price, whichever line is later.'
      }
    ]
  },
  {
    program: 'Beancount',
    cells: [
      {
        subject: 'two opposite prices of a day',
        line: String.raw`printf '2020-01-01 open Assets:A\n2020-01-01 open Equity:E\n2026-03-18 price EUR 1.1500 USD\n2026-03-18 price USD 0.8000 EUR\n2026-03-18 * "x"\n  Assets:A  100.00 EUR\n  Equity:E\n' > opposite.beancount; bean-query opposite.beancount "select convert(position, 'USD', 2026-03-19) where account = 'Assets:A'"`,
        printed: '125.0000 USD',
        remark: 'The program uses the later line, inverted. Load only one direction.'
      }
    ]
  }
]

const DOTTED = 'printf \'date,value,change\\n03.04.2026,"5,0947",+0.0150\\n04.04.2026,"5,0940",-0.0150\\n\''
const DOTTED_EARLY = "printf 'date\\n03.04.2026\\n04.04.2026\\n'"
const DOTTED_LATE = "printf 'date\\n03.04.2026\\n25.04.2026\\n'"

/** How programs read notations of publishers that Ratebook does not write. */
export const NOTATIONS: typeof VALUATIONS = [
  {
    program: 'csvkit',
    cells: [
      {
        subject: 'days, commas and signs',
        line: `${DOTTED} | csvsort`,
        printed: '2026-03-04,50947,0.0150',
        remark: 'The month is read first, and a comma is read as a thousands separator.'
      },
      {
        subject: 'the same with options',
        line: `${DOTTED} | csvsort --date-format %d.%m.%Y -L de_DE`,
        printed: '2026-04-03,5.0947',
        remark: '`-L` reads points as thousands in every column.'
      },
      {
        subject: 'a day above 12',
        line: `${DOTTED_LATE} | csvsort`,
        printed: '03.04.2026',
        remark: 'All dates remain text.'
      }
    ]
  },
  {
    program: 'Gnumeric',
    cells: [
      {
        subject: 'days up to 12',
        line: `${DOTTED_EARLY} > dotted.csv; ssconvert -T Gnumeric_stf:stf_csv dotted.csv fd://1`,
        printed: '2026/03/04',
        remark: 'The month is read first. The import dialog for text files has an option.'
      },
      {
        subject: 'a day above 12',
        line: `${DOTTED_LATE} > dotted.csv; ssconvert -T Gnumeric_stf:stf_csv dotted.csv fd://1`,
        printed: '2026/04/03',
        remark: 'The day is read first in the whole column.'
      }
    ]
  },
  {
    program: 'Miller',
    cells: [
      {
        subject: 'signs',
        line: `${DOTTED} | mlr --icsv --ojson put '$plus = typeof($change)'`,
        printed: '"plus": "string"',
        remark:
          'A number with a plus sign is text, one with a minus sign a number: `float(ssub(string($change), "+", ""))`.'
      }
    ]
  }
]
