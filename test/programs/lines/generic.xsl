<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"
  xmlns:g="http://www.sdmx.org/resources/sdmxml/schemas/v2_1/data/generic">
  <xsl:output method="text"/>
  <xsl:template match="/">
    <xsl:for-each select="//g:Obs">
      <xsl:variable name="key" select="../g:SeriesKey/g:Value"/>
      <xsl:value-of select="concat(g:ObsDimension/@value, ' ', $key[@id='CURRENCY_DENOM']/@value, ' ',
        $key[@id='CURRENCY']/@value, ' ', g:ObsValue/@value, '&#10;')"/>
    </xsl:for-each>
  </xsl:template>
</xsl:stylesheet>
