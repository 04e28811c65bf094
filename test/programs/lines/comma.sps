get data /type=txt /file="comma.csv" /encoding="UTF-8" /arrangement=delimited /firstcase=2 /delimiters=";"
  /variables=bank a8 rate_date sdate10 base a3 quote a3 type a12 value dot20.8 derived a5 method a12.
formats value (f20.8).
list rate_date base quote value.
