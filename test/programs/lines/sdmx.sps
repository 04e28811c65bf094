get data /type=txt /file="sdmx.csv" /encoding="UTF-8" /arrangement=delimited /firstcase=2 /delimiters="," /qualifier='"'
  /variables=dataflow a30 freq a1 currency a3 denominator a3 type a12 suffix a1 period sdate10 value f20.8.
list period denominator currency value.
