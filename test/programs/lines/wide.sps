get data /type=txt /file="wide.csv" /encoding="UTF-8" /arrangement=delimited /firstcase=2 /delimiters=","
  /variables=rate_date sdate10 EUR_IRR f20.8 EUR_JPY f20.8 EUR_RON f20.8 EUR_USD f20.8 IDR_EUR f20.8.
list.
