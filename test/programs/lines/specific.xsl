<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
  <xsl:output method="text"/>
  <xsl:template match="/">
    <xsl:for-each select="//Obs">
      <xsl:value-of select="concat(@TIME_PERIOD, ' ', ../@CURRENCY_DENOM, ' ', ../@CURRENCY, ' ', @OBS_VALUE, '&#10;')"/>
    </xsl:for-each>
  </xsl:template>
</xsl:stylesheet>
